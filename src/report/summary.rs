//! The few sentences that say what a run found, and what of it is luck.

use super::switching::worth;
use crate::inference::Interval;
use crate::objective::Goal;
use crate::run::{FrontFile, Gain, Stopped, WinnersCurse};
use crate::table::{Width, count, decimals_for, grouped, plain, signed_interval, with_error, wrap};

/// The summary of a finished run: sentences in lines of at most `width` columns.
pub fn summary(front: &FrontFile, width: Width) -> String {
    let mut sentences = vec![size(front), ended(front)];
    sentences.extend(infeasible(front));
    sentences.push(hypervolume(front));
    if front.games > 0 {
        sentences.extend(certainty(front));
        sentences.extend(sureness(front));
        sentences.extend(front.gains.iter().map(gained));
        sentences.extend(front.winners_curse.iter().zip(&front.objectives).map(|(c, o)| curse(c, o.goal)));
    }
    sentences.extend(front.policies.iter().filter_map(worth));
    sentences.iter().map(|sentence| wrap(sentence, width)).collect()
}

fn size(front: &FrontFile) -> String {
    let (left, all) = (front.members.len(), front.finalists);
    match (front.is_feasible(), front.games == 0) {
        (true, true) => format!("The front has {}; values are exact.", count(left, "member")),
        (true, false) => format!(
            "The front has {}: of {} those that are distinct and non-dominated on validation games.",
            count(left, "member"),
            count(all, "finalist")
        ),
        (false, true) => format!("None of {} is feasible; values are exact.", count(all, "individual")),
        (false, false) => format!("None of {} is feasible on validation games.", count(all, "finalist")),
    }
}

/// What the run took, and what ended it.
fn ended(front: &FrontFile) -> String {
    let games = match front.games {
        0 => String::new(),
        games => format!(" and {} training games", grouped(games as f64, 0)),
    };
    let took = format!(
        "The run took {}{} {} evaluations{games}; ",
        count(front.generations as usize, "generation"),
        if front.games == 0 { " and" } else { "," },
        grouped(front.evaluations as f64, 0)
    );
    let why = match (front.stopped.key(), front.stopped) {
        (None, _) => "it reached the last one, optimiser.n_gen.".into(),
        (Some(key), Stopped::Stalled) => format!("{key} ended it: the hypervolume stalled."),
        (Some(key), _) => format!("{key} ended it."),
    };
    took + &why
}

/// The members that miss a floor, if there are any.
fn infeasible(front: &FrontFile) -> Option<String> {
    if !front.is_feasible() {
        let least = front.members.iter().map(|m| m.violation).fold(f64::INFINITY, f64::min);
        return Some(format!(
            "This is no front: the table shows those that miss the floors by least, with a violation of {}.",
            plain(least)
        ));
    }
    let missing = front.members.iter().filter(|m| m.violation_test > 0.0);
    let ids: Vec<String> = missing.map(|m| m.id.to_string()).collect();
    (!ids.is_empty()).then(|| {
        format!(
            "{} of {} miss a floor on test games: {}.",
            ids.len(),
            count(front.members.len(), "member"),
            ids.join(", ")
        )
    })
}

/// The hypervolume and the box it is measured in, or why there is none.
fn hypervolume(front: &FrontFile) -> String {
    let (Some(frame), Some([training, test])) = (&front.frame, front.hypervolume) else {
        let needed =
            if front.objectives.len() == 1 { "a different value" } else { "a range in every objective" };
        return format!(
            "No hypervolume: no generation had two feasible individuals with {needed}, so there is no box to \
             measure it in."
        );
    };
    let list = |values: &[f64]| values.iter().map(|v| plain(*v)).collect::<Vec<_>>().join(", ");
    let test = match front.games {
        0 => " in the box".into(),
        _ => format!(" in training, {} on test games, in the box", plain(test)),
    };
    let [best, worst, reference] = [&frame.best, &frame.worst, &frame.reference].map(|it| list(it));
    let between = if frame.true_front {
        format!("between the ideal ({best}) and the nadir ({worst}) of the true front")
    } else {
        let generation = match frame.generation {
            1 => "the first generation".into(),
            n => format!("generation {n}, the first that makes a box"),
        };
        format!("between the best ({best}) and the worst ({worst}) values of {generation}")
    };
    format!("Hypervolume: {}{test} {between}, reference point ({reference}).", plain(training))
}

/// What the shown figures rest on and how far they can be believed.
fn certainty(front: &FrontFile) -> Option<String> {
    let confidence = grouped(100.0 * front.confidence?, 0);
    let games = front.members.first()?.test.iter().map(|estimate| estimate.games).max()?;
    let intervals = match front.members.len() * front.objectives.len() {
        1 => "The interval holds".into(),
        n => format!("All {n} intervals hold at the same time"),
    };
    Some(format!(
        "The figures are from {} test games a member. The front was chosen before, on other games; the picks are \
         chosen on these. {intervals} with {confidence}% confidence, however often more games are asked for; ± is one standard \
         error.",
        grouped(games as f64, 0),
    ))
}

/// What the column `non-dominated` says.
fn sureness(front: &FrontFile) -> Option<String> {
    let is_shown = front.members.iter().any(|member| member.p_non_dominated.is_some());
    is_shown.then(|| {
        "The column non-dominated: how likely no other member dominates, by the validation and test games of all \
         that stood to choose."
            .into()
    })
}

/// A difference of two estimates and what it shows, the word before the interval that it is drawn from.
fn verdict(difference: &Interval, error: f64, [above, below, neither]: [&str; 3]) -> String {
    let word = match (difference.low > 0.0, difference.high < 0.0) {
        (true, _) => above,
        (_, true) => below,
        _ => neither,
    };
    format!("{word} {}", signed_interval(difference, decimals_for(error), ""))
}

/// `Gain in mean_score: …`.
fn gained(gain: &Gain) -> String {
    let error = libm::hypot(gain.best.std_error, gain.first.std_error);
    let words = ["better by", "worse:", "no gain that these games can show:"];
    format!(
        "Gain in {}: {}. Member {}, first on validation games, has {}; member {}, the median of the first \
         generation, has {}.",
        gain.objective,
        verdict(&gain.gain, error, words),
        gain.id,
        with_error(&gain.best),
        gain.first_id,
        with_error(&gain.first),
    )
}

/// `Winner's curse in mean_score: …`.
fn curse(curse: &WinnersCurse, goal: Goal) -> String {
    let error = libm::hypot(curse.training.std_error, curse.validation.std_error);
    let gap = Interval::normal(curse.gap(goal), error);
    let words =
        ["training flattered it by", "training undervalued it:", "no flattery that these games can show:"];
    format!(
        "Winner's curse in {}: member {}, first in training, had {} there and has {} on validation games; {}.",
        curse.objective,
        curse.id,
        with_error(&curse.training),
        with_error(&curse.validation),
        verdict(&gap, error, words),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Estimate;

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
        let said = gained(&with(2.0, 18.0));
        assert!(
            said.starts_with("Gain in mean_score: better by +10.0 [+2.0, +18.0]. Member 7, first on"),
            "{said}"
        );
        assert!(gained(&with(-2.0, 22.0)).contains("no gain that these games can show: +10.0 [−2.0, +22.0]"));
        assert!(gained(&with(-18.0, -2.0)).contains("worse: +10.0 [−18.0, −2.0]"));
        // An end that would round to 0 keeps the sign that the word rests on.
        assert!(gained(&with(0.004, 18.0)).contains("better by +10.0 [+0.004, +18.0]"));
        assert!(
            gained(&with(-0.004, 18.0)).contains("no gain that these games can show: +10.0 [−0.004, +18.0]")
        );
        assert!(gained(&with(f64::NEG_INFINITY, f64::INFINITY)).contains("can show: +10.0 [?, ?]"));
    }

    #[test]
    fn flattery_is_claimed_only_where_the_interval_is_above_zero() {
        let with = |training, validation, std_error| WinnersCurse {
            objective: "mean_score".into(),
            id: 7,
            training: Estimate { value: training, std_error, games: 100 },
            validation: Estimate { value: validation, std_error, games: 100 },
            mean_gap: 0.0,
        };
        // 1.96 · √2 · 10 is 27.72.
        let said = curse(&with(130.0, 100.0, 10.0), Goal::Max);
        assert!(said.ends_with("; training flattered it by +30 [+2, +58]."), "{said}");
        let said = curse(&with(130.0, 100.0, 10.0), Goal::Min);
        assert!(said.ends_with("; training undervalued it: −30 [−58, −2]."), "{said}");
        let said = curse(&with(127.5, 100.0, 10.0), Goal::Max);
        assert!(said.ends_with("no flattery that these games can show: +28 [−0.2, +55]."), "{said}");
        let said = curse(&with(1.0, 1.0, 0.0), Goal::Min);
        assert!(said.ends_with("no flattery that these games can show: 0.00 [0.00, 0.00]."), "{said}");
    }
}
