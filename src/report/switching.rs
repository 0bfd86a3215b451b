//! Policies that switch between members: a table, the rules in words, and what switching gains.

use crate::inference::Interval;
use crate::run::{ShownPolicy, SwitchingPolicies};
use crate::table::{Column, Grid, Width, decimals_for, grouped, plain, signed_interval, with_error, wrap};

/// The policies with what they gain, and below the rules of the recommended one. Where the table is wider than
/// `width`, the comparison with the member is left out first. `hint` says how to see what is hidden.
pub fn switching_table(policies: &SwitchingPolicies, width: Width, hint: &str) -> String {
    let cells = |cell: &dyn Fn(&ShownPolicy) -> String| policies.shown.iter().map(cell).collect::<Vec<_>>();
    let mark = |policy: &ShownPolicy| if policy.name == policies.recommended { " *" } else { "" };
    let mut grid = Grid::new(hint);
    grid.push(Column::names("policy", cells(&|policy| format!("{}{}", policy.name, mark(policy)))));
    let mean = format!("mean {}", policies.metric);
    grid.push(Column::numbers(&mean, cells(&|policy| with_error(&policy.mean))));
    grid.push(Column::numbers(&policies.cost, cells(&|policy| plain(policy.cost.value))));
    let over_mixture =
        cells(&|policy| policy.mixture.as_ref().map_or_else(String::new, |it| shown(policy, &it.gain)));
    grid.push(Column::numbers("over the mixture", over_mixture));
    let over_member = cells(&|policy| shown(policy, &policy.member.gain));
    let member = grid.push(Column::numbers("over the member", over_member));
    let ids = grid.push(Column::numbers("member", cells(&|policy| policy.member.id.to_string())));
    grid.hide(vec![member, ids], "member", "over the member of equal cost".to_owned());
    let rules = policies.recommended().map(rules).unwrap_or_default();
    grid.render(width) + &wrap(&format!("*: in policy.json. {rules}"), width)
}

fn shown(policy: &ShownPolicy, gain: &Interval) -> String {
    signed_interval(gain, decimals_for(policy.mean.std_error), "")
}

/// `Its rules: it is late: member 7; else: member 3.`
fn rules(policy: &ShownPolicy) -> String {
    let rules = policy.rules.iter().map(|rule| format!("{}: member {}; ", rule.when, rule.member));
    format!("Its rules: {}else: member {}.", rules.collect::<String>(), policy.otherwise)
}

/// What switching gains: the verdict stands before the intervals that it is drawn from. `None` without a policy.
pub(super) fn worth(policies: &SwitchingPolicies) -> Option<String> {
    let gains: Vec<&ShownPolicy> = policies.shown.iter().filter(|it| it.gain().low > 0.0).collect();
    let losses = policies.shown.iter().filter(|it| it.gain().high < 0.0).count();
    let own = policies.recommended()?;
    let all = policies.shown.len();
    let first = match gains.as_slice() {
        [] => "Switching between members gains nothing that these games can show".to_owned(),
        gains => {
            let each = |it: &&ShownPolicy| format!("{} {}", policies.cost, plain(it.cost.value));
            let at: Vec<String> = gains.iter().map(each).collect();
            format!("Switching between members gains at {}", at.join(", "))
        }
    };
    let rest = if losses > 0 { format!(", and loses for {losses} of {all} policies") } else { String::new() };
    Some(format!("{first}{rest}. {}", recommended(policies, own)))
}

/// What the recommended policy gains, over what.
fn recommended(policies: &SwitchingPolicies, own: &ShownPolicy) -> String {
    let (metric, cost) = (&policies.metric, &policies.cost);
    let gain = shown(own, own.gain());
    let rival = match &own.mixture {
        Some(it) => format!(
            "the mixture of members {} and {} that costs the same ({} of the games by {})",
            it.cheap,
            it.dear,
            grouped(100.0 * it.share.clamp(0.0, 1.0), 0) + "%",
            it.cheap
        ),
        None => format!("member {}, the best that costs no more", own.member.id),
    };
    let together = match policies.comparisons {
        1 => "The interval is".into(),
        n => format!("All {n} intervals of policies hold at the same time; they are"),
    };
    let games = grouped(own.mean.games as f64, 0);
    format!(
        "The recommended policy, {} with mean {metric} {} at {cost} {}, has {gain} over {rival}. {together} from test \
         games of their own, {games} of this policy.",
        own.name,
        with_error(&own.mean),
        plain(own.cost.value),
    )
}
