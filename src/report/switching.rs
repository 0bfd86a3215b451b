//! What switching between members is worth: a table, and a sentence with a verdict for each kind.

use super::Width;
use super::grid::{Column, Grid};
use super::number::{plain, signed_interval, with_error};
use super::wrap::wrap;
use crate::run::{MeasuredPolicy, Switching};
use crate::stats::Interval;

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
    grid.push(Column::numbers("mean score", cells(&|policy| with_error(&policy.mean_score))));
    let work = grid.push(Column::numbers("work/move", cells(&|policy| plain(policy.work_per_move))));
    let differences = cells(&|policy| shown(policy.difference, 0, ""));
    grid.push(Column::numbers("against single", differences));
    let at_equal = cells(&|policy| shown(policy.at_equal_work_percent, 1, "%"));
    let at_equal = grid.push(Column::numbers("at equal work", at_equal));
    grid.hide(vec![at_equal], "equal work", "at equal work");
    grid.hide(vec![work], "work", "work/move");
    let meaning = |policy: &MeasuredPolicy| wrap(&format!("{}: {}", policy.name, policy.what), width);
    grid.render(width) + &policies.iter().map(meaning).collect::<String>() + "*: in policy.json\n"
}

/// What each kind of switching is worth; each verdict stands before the interval that it is drawn from.
pub(super) fn verdicts(switching: &Switching) -> Vec<String> {
    let find = |name: &str| switching.policies.iter().find(|policy| policy.name == name);
    let mut sentences = Vec::new();
    if let Some(policy) = find("weights") {
        let verdict = policy.difference.as_ref().map_or("was measured", sign);
        let (points, work) = (points(policy), plain(policy.work_per_move));
        sentences.push(format!(
            "Switching weights {verdict}: {points} points against the best single member, with work {work} a move."
        ));
    }
    if let Some(policy) = find("depth") {
        let verdict = policy.at_equal_work_percent.map_or_else(
            || "was not compared at equal work".into(),
            |interval| {
                let figures = signed_interval(&interval, 1, "%");
                format!("at equal work {}: {figures} against fixed depths", sign(&interval))
            },
        );
        let (points, work) = (points(policy), plain(policy.work_per_move));
        sentences.push(format!(
            "Switching depth {verdict}. Against the best single member it has {points} points, with work {work} a \
             move."
        ));
    }
    sentences
}

fn sign(interval: &Interval) -> &'static str {
    match (interval.low > 0.0, interval.high < 0.0) {
        (true, _) => "pays",
        (_, true) => "costs",
        _ => "makes no difference that these games can show",
    }
}

fn points(policy: &MeasuredPolicy) -> String {
    policy.difference.map(|interval| signed_interval(&interval, 0, "")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Estimate;

    fn policy(name: &str, difference: [f64; 3], at_equal: Option<[f64; 3]>) -> MeasuredPolicy {
        let interval = |[value, low, high]: [f64; 3]| Interval { value, low, high };
        MeasuredPolicy {
            name: name.into(),
            what: "3-ply with ≤ 2 empty cells, else 2-ply".into(),
            mean_score: Estimate { value: 40_000.0, std_error: 900.0, games: 100 },
            work_per_move: 61.25,
            difference: Some(interval(difference)),
            at_equal_work_percent: at_equal.map(interval),
        }
    }

    fn measured(policies: Vec<MeasuredPolicy>) -> Switching {
        Switching { games: 100, policies, chosen: "single".into() }
    }

    #[test]
    fn a_verdict_stands_before_the_interval_it_is_drawn_from() {
        let depth = policy("depth", [13_507.0, 4_938.0, 22_076.0], Some([7.0, -1.5, 15.5]));
        let said = verdicts(&measured(vec![policy("weights", [-40.0, -80.0, -0.4], None), depth.clone()]));
        assert_eq!(
            said,
            [
                "Switching weights costs: −40 [−80, −0.4] points against the best single member, with work 61.25 \
                 a move.",
                "Switching depth at equal work makes no difference that these games can show: +7.0% [−1.5%, \
                 +15.5%] against fixed depths. Against the best single member it has +13,507 [+4,938, +22,076] \
                 points, with work 61.25 a move.",
            ]
        );
        let [said] = &verdicts(&measured(vec![policy("depth", [6.0, 0.3, 12.0], None)]))[..] else {
            panic!("one sentence")
        };
        assert!(
            said.starts_with("Switching depth was not compared at equal work. Against the best single member it has +6 [+0.3, +12]")
        );
        let pays = policy("depth", [1.0, -1.0, 3.0], Some([7.0, 0.01, 15.5]));
        assert!(
            verdicts(&measured(vec![pays]))[0].contains("at equal work pays: +7.0% [+0.01%, +15.5%] against")
        );
    }
}
