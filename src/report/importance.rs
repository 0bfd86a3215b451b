//! Which genes matter, as a table.

use super::number::grouped;
use super::table::plain_table;
use crate::inference::Importance;
use crate::store::FrontFile;
use comfy_table::{Cell, CellAlignment};

/// One line a gene, one column an objective of which the genes explain something, and a sentence on
/// each objective.
pub fn importance_table(front: &FrontFile) -> String {
    if front.importance.is_empty() {
        return "not worked out when this run finished; `paretune resume` does it\n".into();
    }
    let known: Vec<(&str, &Importance)> = explained(front).collect();
    let mut text = String::new();
    if !known.is_empty() {
        let mut table = plain_table();
        let header = std::iter::once("gene".to_owned());
        table.set_header(header.chain(known.iter().map(|(name, _)| (*name).to_owned())));
        for gene in order(&known, front.genes.len()) {
            let percent = |(_, importance): &(&str, &Importance)| {
                let text = format!("{}%", grouped(100.0 * importance.genes[gene], 1));
                Cell::new(text).set_alignment(CellAlignment::Right)
            };
            let name = std::iter::once(Cell::new(&front.genes[gene]));
            table.add_row(name.chain(known.iter().map(percent)));
        }
        text = format!("{table}\nby how much R² falls when a gene's values are shuffled, in points of %\n");
    }
    for (j, objective) in front.objectives.iter().enumerate() {
        let importance = front.importance.get(j).and_then(Option::as_ref);
        text.push_str(&format!("{}: {}\n", objective.name, sentence(importance, front)));
    }
    text
}

/// The objectives of which the genes explain more than chance.
fn explained(front: &FrontFile) -> impl Iterator<Item = (&str, &Importance)> {
    let all = front.objectives.iter().zip(&front.importance);
    all.filter_map(|(objective, importance)| {
        let importance = importance.as_ref().filter(|importance| importance.is_significant())?;
        Some((objective.name.as_str(), importance))
    })
}

/// The genes, those that matter most for any of the objectives first.
fn order(known: &[(&str, &Importance)], genes: usize) -> Vec<usize> {
    let most = |gene: usize| known.iter().map(|(_, i)| i.genes[gene]).fold(f64::NEG_INFINITY, f64::max);
    let mut order: Vec<usize> = (0..genes).collect();
    order.sort_by(|&a, &b| most(b).total_cmp(&most(a)).then(a.cmp(&b)));
    order
}

fn sentence(importance: Option<&Importance>, front: &FrontFile) -> String {
    let finalists = front.finalists;
    let Some(importance) = importance else {
        return format!("nothing can be said from {finalists} finalists");
    };
    let share = grouped(100.0 * importance.explained, 0);
    let p = grouped(importance.p_value, 3);
    if importance.is_significant() {
        let games = if front.games > 0 { " on held-out games" } else { "" };
        format!("the genes explain {share}% of how left-out finalists differ{games} (p = {p})")
    } else {
        format!("the genes explain nothing that {finalists} finalists can show (R² {share}%, p = {p})")
    }
}
