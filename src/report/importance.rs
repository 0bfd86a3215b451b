//! Which genes matter, as a table.

use crate::inference::Importance;
use crate::run::FrontFile;
use crate::table::{Column, Grid, Width, beside_zero, count, grouped, wrap};

/// One line a gene, one column an objective of which the genes explain something, and a sentence on
/// each objective. Where the table is wider than `width`, names are cut, then the last objectives are left out;
/// `hint` says how to see them.
pub fn importance_table(front: &FrontFile, width: Width, hint: &str) -> String {
    if front.importance.is_empty() {
        return wrap("not worked out when this run finished; `paretune resume` does it", width);
    }
    let known: Vec<(&str, &Importance)> = explained(front).collect();
    let mut text = String::new();
    if !known.is_empty() {
        text = table(front, &known, hint).render(width);
        let meaning = "by how much R² falls when a gene's values are shuffled, in points of %";
        text.push_str(&wrap(meaning, width));
    }
    for (j, objective) in front.objectives.iter().enumerate() {
        let importance = front.importance.get(j).and_then(Option::as_ref);
        text.push_str(&wrap(&format!("{}: {}", objective.name, sentence(importance, front)), width));
    }
    text
}

fn table(front: &FrontFile, known: &[(&str, &Importance)], hint: &str) -> Grid {
    let order = order(known, front.genes.len());
    let mut grid = Grid::new(hint);
    grid.push(Column::names("gene", order.iter().map(|&gene| front.genes[gene].clone()).collect()));
    let columns: Vec<usize> = known
        .iter()
        .map(|(name, importance)| {
            let percent = |&gene: &usize| format!("{}%", grouped(100.0 * importance.genes[gene], 1));
            grid.push(Column::numbers(name, order.iter().map(percent).collect()).cuttable())
        })
        .collect();
    grid.cut_names();
    for left in (1..columns.len()).rev() {
        grid.hide(vec![columns[left]], "objectives", count(columns.len() - left, "objective"));
    }
    grid
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
    let share = beside_zero(100.0 * importance.explained, 0);
    let p = beside_zero(importance.p_value, 3);
    if importance.is_significant() {
        let games = if front.games > 0 { " on validation games" } else { "" };
        format!("the genes explain {share}% of how left-out finalists differ{games} (p = {p})")
    } else {
        format!("the genes explain nothing that {finalists} finalists can show (R² {share}%, p = {p})")
    }
}
