//! The few lines that say what a run found, and what of it is luck.

use super::number::{decimals_for, grouped, plain, with_error};
use super::table::interval;
use crate::objective::Goal;
use crate::store::{FrontFile, Gain, MeasuredPolicy, Stopped, Switching, WinnersCurse};

/// The summary of a finished run, several lines.
pub fn summary(front: &FrontFile) -> String {
    let mut lines = vec![size(front), ended(front)];
    lines.extend(infeasible(front));
    lines.push(hypervolume(front));
    if front.games > 0 {
        lines.extend(certainty(front));
        lines.extend(front.gains.iter().map(gained));
        lines.extend(front.winners_curse.iter().zip(&front.objectives).map(|(c, o)| curse(c, o.goal)));
    }
    if let Some(switching) = &front.switching {
        lines.extend(verdicts(switching));
    }
    lines.join("\n") + "\n"
}

fn size(front: &FrontFile) -> String {
    let (left, all) = (front.members.len(), front.finalists);
    let kept = match (front.is_feasible(), front.games == 0) {
        (true, true) => format!("{left} members on the front; values are exact"),
        (true, false) => {
            format!("of {all} finalists {left} are distinct and non-dominated on held-out games")
        }
        (false, true) => format!("none of {all} individuals is feasible; values are exact"),
        (false, false) => format!("none of {all} finalists is feasible on held-out games"),
    };
    let games =
        if front.games == 0 { String::new() } else { format!(", {} games", grouped(front.games as f64, 0)) };
    let (generations, evaluations) = (front.generations, grouped(front.evaluations as f64, 0));
    format!("{kept} ({generations} generations, {evaluations} evaluations{games})")
}

/// Who misses a floor, if anyone does.
fn infeasible(front: &FrontFile) -> Option<String> {
    if !front.is_feasible() {
        let least = front.members.iter().map(|m| m.violation).fold(f64::INFINITY, f64::min);
        return Some(format!(
            "this is no front: shown is who misses the floors by least, with a violation of {}",
            plain(least)
        ));
    }
    let missing = front.members.iter().filter(|m| m.violation_fresh > 0.0);
    let ids: Vec<String> = missing.map(|m| m.id.to_string()).collect();
    (!ids.is_empty()).then(|| {
        format!(
            "{} of {} members miss a floor on fresh games: {}",
            ids.len(),
            front.members.len(),
            ids.join(", ")
        )
    })
}

/// What ended the run.
fn ended(front: &FrontFile) -> String {
    let generations = front.generations;
    let why = if front.stopped == Stopped::Stalled { ": the hypervolume stalled" } else { "" };
    match front.stopped.key() {
        Some(key) => format!("ended with generation {generations}{why}, as {key} says"),
        None => format!("ended with generation {generations}, the last of optimiser.n_gen"),
    }
}

/// The hypervolume and the box it is measured in, or why there is none.
fn hypervolume(front: &FrontFile) -> String {
    let (Some(frame), Some([training, fresh])) = (&front.frame, front.hypervolume) else {
        let needed =
            if front.objectives.len() == 1 { "a different value" } else { "a range in every objective" };
        return format!(
            "no hypervolume: no generation had two feasible individuals with {needed}, so there is no box to measure it in"
        );
    };
    let list = |values: &[f64]| values.iter().map(|v| plain(*v)).collect::<Vec<_>>().join(", ");
    let fresh = if front.games == 0 { String::new() } else { format!(" ({} on fresh games)", plain(fresh)) };
    let [best, worst, reference] = [&frame.ideal, &frame.nadir, &frame.reference].map(|it| list(it));
    let between = if frame.true_front {
        format!("between the ideal ({best}) and the nadir ({worst}) of the true front")
    } else {
        let generation = match frame.generation {
            1 => "the first generation".into(),
            n => format!("generation {n}, the first that makes a box"),
        };
        format!("between the best ({best}) and the worst ({worst}) values of {generation}")
    };
    format!("hypervolume {}{fresh} {between}, reference point ({reference})", plain(training))
}

/// What the shown figures rest on and how far they can be believed.
fn certainty(front: &FrontFile) -> Option<String> {
    let confidence = grouped(100.0 * front.confidence?, 0);
    let games = front.members.first()?.fresh.iter().map(|estimate| estimate.games).max()?;
    let intervals = match front.members.len() * front.objectives.len() {
        1 => "its interval holds".into(),
        n => format!("all {n} intervals hold together"),
    };
    Some(format!(
        "figures are from {} fresh games a member, on which nothing was chosen; {intervals} with {confidence}% \
         confidence",
        grouped(games as f64, 0),
    ))
}

/// `gain, mean_score: …`.
fn gained(gain: &Gain) -> String {
    let (low, high) = (gain.gain.low, gain.gain.high);
    let verdict = match (low > 0.0, high < 0.0) {
        (true, _) => "gained",
        (_, true) => "lost",
        _ => "no gain that these games can show:",
    };
    let error = libm::hypot(gain.best.std_error, gain.first.std_error);
    format!(
        "gain, {}: {verdict} {}; the best member ({}) has {}, the median of the first generation ({}) {}",
        gain.objective,
        interval(&gain.gain, decimals_for(error), ""),
        gain.id,
        with_error(&gain.best),
        gain.first_id,
        with_error(&gain.first),
    )
}

/// `winner's curse, mean_score: …`.
fn curse(curse: &WinnersCurse, goal: Goal) -> String {
    let gap = curse.gap(goal);
    let verdict = if gap > 0.0 { "training flattered it by" } else { "training did not flatter it:" };
    let size = curse.percent(goal).map_or_else(|| plain(gap), |percent| format!("{}%", grouped(percent, 1)));
    format!(
        "winner's curse, {}: the best member in training ({}) had {} there and has {} held out: {verdict} {size}",
        curse.objective,
        curse.id,
        with_error(&curse.training),
        with_error(&curse.holdout),
    )
}

/// What each kind of switching is worth, said plainly.
fn verdicts(switching: &Switching) -> Vec<String> {
    let find = |name: &str| switching.policies.iter().find(|p| p.name == name);
    let mut lines = Vec::new();
    if let Some(policy) = find("weights") {
        let verdict = policy.difference.map(|i| sign(i.low, i.high)).unwrap_or_default();
        lines.push(format!("switching weights {verdict}: {}", against_single(policy)));
    }
    if let Some(policy) = find("depth") {
        let above = policy.at_equal_work_percent;
        let verdict = above.map(|i| sign(i.low, i.high)).unwrap_or_default();
        let line = above.map(|i| format!(", {} at equal work", interval(&i, 1, "%"))).unwrap_or_default();
        lines.push(format!("switching depth {verdict}: {}{line}", against_single(policy)));
    }
    lines.push(format!("policy.json holds the policy \"{}\"", switching.chosen));
    lines
}

fn sign(low: f64, high: f64) -> &'static str {
    match (low > 0.0, high < 0.0) {
        (true, _) => "pays",
        (_, true) => "costs",
        _ => "makes no difference that these games can show",
    }
}

fn against_single(policy: &MeasuredPolicy) -> String {
    let difference = policy.difference.map(|i| interval(&i, 0, "")).unwrap_or_default();
    format!(
        "{} points against the best single member ({}, work {} a move)",
        difference,
        policy.what,
        plain(policy.work_per_move)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::Interval;
    use crate::objective::Estimate;

    #[test]
    fn a_gain_is_claimed_only_where_the_interval_is_above_zero() {
        let estimate = |value| Estimate { value, std_error: 3.0, games: 100 };
        let with = |low: f64, high: f64| Gain {
            objective: "mean_score".into(),
            id: 7,
            best: estimate(110.0),
            first_id: 2,
            first: estimate(100.0),
            gain: Interval { value: 10.0, low, high },
        };
        assert!(
            gained(&with(2.0, 18.0)).starts_with("gain, mean_score: gained +10.0 [+2.0, +18.0]; the best")
        );
        assert!(gained(&with(-2.0, 22.0)).contains("no gain that these games can show: +10.0 [−2.0, +22.0]"));
        assert!(gained(&with(-18.0, -2.0)).contains("lost"));
    }

    #[test]
    fn a_held_out_zero_has_no_percentage() {
        let estimate = |value| Estimate { value, std_error: 0.01, games: 100 };
        let objective = "share_max_tile_4096".into();
        let zero = WinnersCurse {
            objective,
            id: 7,
            training: estimate(0.02),
            holdout: estimate(0.0),
            mean_gap: 0.0,
        };
        let line = curse(&zero, Goal::Max);
        assert!(line.ends_with("training flattered it by 0.02000"), "{line}");
        let line = curse(&WinnersCurse { holdout: estimate(0.01), ..zero }, Goal::Max);
        assert!(line.ends_with("training flattered it by 100.0%"), "{line}");
    }
}
