//! What switching between members is worth: a table, and a sentence with a verdict for each kind.

use crate::problem::Role;
use crate::run::{MeasuredPolicy, Switching};
use crate::stats::Interval;
use crate::table::{Column, Grid, Width, plain, signed_interval, with_error, wrap};

/// The measured policies, and below what each of them does. Where the table is wider than `width`, the
/// comparison at equal work is left out first, which the summary holds too, then the work. `hint` says how to
/// see what is hidden.
pub fn switching_table(switching: &Switching, width: Width, hint: &str) -> String {
    let policies = &switching.policies;
    let cells = |cell: &dyn Fn(&MeasuredPolicy) -> String| policies.iter().map(cell).collect::<Vec<_>>();
    let shown = |interval: Option<Interval>, decimals: usize, unit: &str| {
        interval.map(|interval| signed_interval(&interval, decimals, unit)).unwrap_or_default()
    };
    let mark = |policy: &MeasuredPolicy| if policy.name == switching.chosen { " *" } else { "" };
    let mut grid = Grid::new(hint);
    grid.push(Column::names("policy", cells(&|policy| format!("{}{}", policy.name, mark(policy)))));
    grid.push(Column::numbers(
        &format!("mean {}", switching.metric),
        cells(&|policy| with_error(&policy.mean)),
    ));
    let cost = grid.push(Column::numbers(&switching.cost, cells(&|policy| plain(policy.cost.value))));
    let differences = cells(&|policy| shown(policy.difference, 0, ""));
    grid.push(Column::numbers("against single", differences));
    let at_equal = cells(&|policy| shown(policy.at_equal_cost_percent, 1, "%"));
    let at_equal = grid.push(Column::numbers(&format!("at equal {}", switching.cost), at_equal));
    grid.hide(vec![at_equal], "equal", format!("at equal {}", switching.cost));
    grid.hide(vec![cost], "cost", switching.cost.clone());
    let meaning = |policy: &MeasuredPolicy| wrap(&format!("{}: {}", policy.name, policy.what), width);
    grid.render(width) + &policies.iter().map(meaning).collect::<String>() + "*: in policy.json\n"
}

/// What combining members is worth, a sentence a policy; each verdict stands before the interval that it is drawn
/// from.
pub(super) fn verdicts(switching: &Switching) -> Vec<String> {
    switching.policies.iter().filter_map(|policy| verdict(switching, policy)).collect()
}

fn verdict(switching: &Switching, policy: &MeasuredPolicy) -> Option<String> {
    let (name, metric, cost) = (&policy.name, &switching.metric, &switching.cost);
    let by = policy.difference.map(|interval| signed_interval(&interval, 0, "")).unwrap_or_default();
    let costs = format!("with {cost} {}", plain(policy.cost.value));
    match policy.role? {
        Role::Baseline | Role::Dearer => None,
        Role::SameCost => {
            let verdict = policy.difference.as_ref().map_or("was measured", sign);
            Some(format!(
                "Switching {name} {verdict}: mean {metric} {by} against the best single member, {costs}."
            ))
        }
        Role::BetweenCosts => {
            let verdict = policy.at_equal_cost_percent.map_or_else(
                || format!("was not compared at equal {cost}"),
                |interval| {
                    let figures = signed_interval(&interval, 1, "%");
                    format!("at equal {cost} {}: {figures} against single members", sign(&interval))
                },
            );
            Some(format!(
                "Switching {name} {verdict}. Against the best single member its mean {metric} is {by}, {costs}."
            ))
        }
    }
}

fn sign(interval: &Interval) -> &'static str {
    match (interval.low > 0.0, interval.high < 0.0) {
        (true, _) => "pays",
        (_, true) => "costs",
        _ => "makes no difference that these games can show",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Estimate;

    fn policy(name: &str, role: Role, difference: [f64; 3], at_equal: Option<[f64; 3]>) -> MeasuredPolicy {
        let interval = |[value, low, high]: [f64; 3]| Interval { value, low, high };
        MeasuredPolicy {
            name: name.into(),
            what: "does something".into(),
            role: Some(role),
            mean: Estimate { value: 40_000.0, std_error: 900.0, games: 100 },
            cost: Estimate::exact(61.25),
            difference: Some(interval(difference)),
            at_equal_cost_percent: at_equal.map(interval),
        }
    }

    fn measured(policies: Vec<MeasuredPolicy>) -> Switching {
        let (metric, cost) = ("score".into(), "work".into());
        Switching { games: 100, metric, cost, policies, chosen: "single".into() }
    }

    #[test]
    fn a_verdict_stands_before_the_interval_it_is_drawn_from() {
        let depth =
            policy("depth", Role::BetweenCosts, [13_507.0, 4_938.0, 22_076.0], Some([7.0, -1.5, 15.5]));
        let said = verdicts(&measured(vec![
            policy("weights", Role::SameCost, [-40.0, -80.0, -0.4], None),
            depth.clone(),
        ]));
        assert_eq!(
            said,
            [
                "Switching weights costs: mean score −40 [−80, −0.4] against the best single member, with work 61.25.",
                "Switching depth at equal work makes no difference that these games can show: +7.0% [−1.5%, \
                 +15.5%] against single members. Against the best single member its mean score is +13,507 \
                 [+4,938, +22,076], with work 61.25.",
            ]
        );
        let [said] =
            &verdicts(&measured(vec![policy("depth", Role::BetweenCosts, [6.0, 0.3, 12.0], None)]))[..]
        else {
            panic!("one sentence")
        };
        assert!(
            said.starts_with("Switching depth was not compared at equal work. Against the best single member its mean score is +6 [+0.3, +12]")
        );
        let pays = policy("depth", Role::BetweenCosts, [1.0, -1.0, 3.0], Some([7.0, 0.01, 15.5]));
        assert!(
            verdicts(&measured(vec![pays]))[0].contains("at equal work pays: +7.0% [+0.01%, +15.5%] against")
        );
    }
}
