//! What each pick is for, in a sentence, with the commands that play and export it.

use crate::problem::Problem;
use crate::run::files;
use crate::run::{FrontFile, FrontMember, NamedPick, ObjectiveInfo, SwitchingPolicies};
use crate::table::{Width, plain, with_error, wrap};
use std::borrow::Cow;
use std::path::Path;

/// Each picked member of the run in `folder` once: the best of each objective, then the knee; and policy.json,
/// where it holds a policy that switches. Sentences take at most `width` columns; commands are whole lines.
/// Empty where no member is feasible.
pub fn picks(front: &FrontFile, problem: &dyn Problem, folder: &Path, width: Width) -> String {
    let entries = entries(front);
    if !front.is_feasible() || entries.is_empty() {
        return String::new();
    }
    let by = if front.games > 0 { ", by test games" } else { "" };
    let mut text = format!("Picks{by}:\n");
    for (member, picks) in entries {
        text.push_str(&wrap(&sentence(front, problem, member, &picks), width));
        let pick = picks[0].to_string();
        let pick = quoted(&pick);
        let folder = quoted(&folder.to_string_lossy()).into_owned();
        if problem.as_game().is_some() {
            text.push_str(&format!("  paretune play {folder} --pick {pick}\n"));
        }
        text.push_str(&format!("  paretune export {folder} --pick {pick} -o member-{}.json\n", member.id));
    }
    if let Some(policies) = &front.policies {
        text.push_str(&wrap(&recommended(policies), width));
        let file = folder.join(files::POLICY);
        text.push_str(&format!("  paretune play {}\n", quoted(&file.to_string_lossy())));
    }
    text
}

/// The picked members, each with the names of its picks: in the order of the objectives, then the knee.
fn entries(front: &FrontFile) -> Vec<(&FrontMember, Vec<&NamedPick>)> {
    let place = |pick: &NamedPick| match pick {
        NamedPick::Best(name) => front.objectives.iter().position(|it| it.name == *name),
        NamedPick::Knee => None,
    };
    let mut picks: Vec<(&NamedPick, u64)> = front.picks.iter().map(|(pick, id)| (pick, *id)).collect();
    picks.sort_by_key(|(pick, _)| place(pick).unwrap_or(usize::MAX));
    let mut entries: Vec<(&FrontMember, Vec<&NamedPick>)> = Vec::new();
    for (pick, id) in picks {
        match entries.iter_mut().find(|(member, _)| member.id == id) {
            Some((_, picks)) => picks.push(pick),
            None => entries.extend(front.member(id).map(|member| (member, vec![pick]))),
        }
    }
    entries
}

/// `Strongest: member 604, with mean_score 74,513 ± 1,580 and mean_work 568.4 ± 1.8.`
fn sentence(front: &FrontFile, problem: &dyn Problem, member: &FrontMember, picks: &[&NamedPick]) -> String {
    let reasons: Vec<String> = picks.iter().filter_map(|pick| reason(front, problem, pick)).collect();
    let figures = front.objectives.iter().zip(&member.test);
    let figures: Vec<String> =
        figures.map(|(objective, figure)| format!("{} {}", objective.name, with_error(figure))).collect();
    let holds =
        if problem.as_game().is_some() && is_policy(front, member) { " policy.json holds it." } else { "" };
    let text = format!("{}: member {}, with {}.{holds}", listed(&reasons), member.id, listed(&figures));
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// What a pick is for. The only objective has no knee to speak of.
fn reason(front: &FrontFile, problem: &dyn Problem, pick: &NamedPick) -> Option<String> {
    let NamedPick::Best(name) = pick else {
        return (front.objectives.len() > 1).then(|| format!("{pick} (a balance of all objectives)"));
    };
    let word = |it: &ObjectiveInfo| {
        let measures = it.measures.as_deref().unwrap_or(&it.name);
        problem.word_for_best(measures, it.goal)
    };
    let objective = front.objectives.iter().find(|it| it.name == *name);
    Some(objective.and_then(word).map_or_else(|| format!("best in {name}"), str::to_owned))
}

/// Whether policy.json holds `member`: the first one, unless there are policies that switch.
fn is_policy(front: &FrontFile, member: &FrontMember) -> bool {
    let is_first = front.members.first().is_some_and(|first| first.id == member.id);
    is_first && front.policies.is_none() && front.older_switching.is_none()
}

/// `Switching: policy.json holds work-23.5, with mean score 49,000 ± 300 and work 16.7.`
fn recommended(policies: &SwitchingPolicies) -> String {
    let figures = policies.recommended().map_or_else(String::new, |it| {
        let (mean, cost) = (with_error(&it.mean), plain(it.cost.value));
        format!(", with mean {} {mean} and {} {cost}", policies.metric, policies.cost)
    });
    format!("Switching: policy.json holds {}{figures}.", policies.recommended)
}

/// `a`, `a and b`, `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `text` as one word of a shell.
pub fn quoted(text: &str) -> Cow<'_, str> {
    shlex::try_quote(text).unwrap_or(Cow::Borrowed(text))
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{Made, made};
    use super::*;

    #[test]
    fn each_member_is_told_once_with_commands_that_can_be_pasted() {
        let mut front = made(&Made { members: 4, objectives: 2, ..Made::default() });
        front.objectives[0].measures = Some("mean_score".into());
        let pick = |pick: &str, id| (pick.parse().unwrap(), id);
        let [first, second] = [0, 1].map(|j| front.objectives[j].name.clone());
        let ids: Vec<u64> = front.members.iter().map(|member| member.id).collect();
        front.picks = [
            pick("knee", ids[2]),
            pick(&format!("best:{second}"), ids[2]),
            pick(&format!("best:{first}"), ids[0]),
        ]
        .into();
        let problem = crate::problem::noise::Noise::new();
        let text = picks(&front, &problem, Path::new("my runs/one"), None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 7, "{text}");
        assert_eq!(lines[0], "Picks, by test games:");
        assert!(lines[1].starts_with(&format!("Strongest: member {}, with {first} ", ids[0])), "{text}");
        assert!(lines[1].ends_with(". policy.json holds it."), "{text}");
        assert_eq!(lines[2], format!("  paretune play 'my runs/one' --pick best:{first}"));
        let export = "  paretune export 'my runs/one' --pick";
        assert_eq!(lines[3], format!("{export} best:{first} -o member-{}.json", ids[0]));
        let joined = format!("Best in {second} and knee (a balance of all objectives): member {}, ", ids[2]);
        assert!(lines[4].starts_with(&joined) && !lines[4].contains("policy.json"), "{text}");
        front.members[0].violation = 1.0;
        assert_eq!(picks(&front, &problem, Path::new("x"), None), "");
    }
}
