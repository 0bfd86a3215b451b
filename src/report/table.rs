//! The front as a table.

use crate::objective::Goal;
use crate::optim::GeneKind;
use crate::problem::Problem;
use crate::run::{FrontFile, FrontMember};
use crate::table::{Column, Grid, Width, count, grouped, plain, with_bounds, with_error};

/// More rows than this have no place on a terminal.
const MAX_ROWS: usize = 40;

/// The front: picks, which floors are missed if any are, how often a member stays non-dominated, test
/// figures with their simultaneous intervals, training figures, genes. Where it is wider than `width`, genes are
/// left out first (real ones before whole ones), then training figures; then ± takes the place of the
/// intervals; then names are cut, and `non-dominated`, the last objectives and, for figures of very many digits,
/// their standard errors are left out. `hint` says how to see what is hidden.
pub fn front_table(front: &FrontFile, problem: &dyn Problem, width: Width, hint: &str) -> String {
    let rows = if width.is_some() { MAX_ROWS } else { usize::MAX };
    let members: Vec<&FrontMember> = front.members.iter().take(rows).collect();
    let mut table = FrontTable { front, problem, members, grid: Grid::new(hint) };
    table.names();
    let sureness = table.sureness();
    let (objectives, training): (Vec<usize>, Vec<Option<usize>>) =
        (0..front.objectives.len()).map(|j| (table.test(j), table.training(j))).unzip();
    table.genes();
    let mut grid = table.grid;
    grid.hide(training.into_iter().flatten().collect(), "training", "training figures");
    if front.games > 0 {
        grid.shorten(objectives.clone(), "intervals", "intervals");
    }
    grid.cut_names();
    grid.hide(sureness, "non-dominated", "non-dominated");
    for left in (1..objectives.len()).rev() {
        grid.hide(vec![objectives[left]], "objectives", count(objectives.len() - left, "objective"));
    }
    if front.games > 0 {
        grid.shorten(objectives.into_iter().take(1).collect(), "intervals", "intervals, standard errors");
    }
    let left_out = front.members.len().saturating_sub(rows);
    if left_out > 0 {
        grid.without("members", count(left_out, "member"));
    }
    grid.render(width)
}

/// The table of a front as it is put together, column by column.
struct FrontTable<'f> {
    front: &'f FrontFile,
    problem: &'f dyn Problem,
    members: Vec<&'f FrontMember>,
    grid: Grid,
}

impl FrontTable<'_> {
    fn cells(&self, cell: impl Fn(&FrontMember) -> String) -> Vec<String> {
        self.members.iter().map(|member| cell(member)).collect()
    }

    fn names(&mut self) {
        let picks = self.cells(|member| picks_of(self.front, member.id).join(" "));
        let ids = self.cells(|member| member.id.to_string());
        self.grid.push(Column::names("pick", picks));
        self.grid.push(Column::numbers("id", ids));
        if misses_a_floor(self.front) {
            let floors = self.cells(|member| floors(member).to_owned());
            self.grid.push(Column::numbers("floors", floors));
        }
    }

    fn sureness(&mut self) -> Vec<usize> {
        if self.front.games == 0 {
            return Vec::new();
        }
        let percent = |p: f64| format!("{}%", grouped(100.0 * p, 0));
        let cells = self.cells(|member| member.p_non_dominated.map(percent).unwrap_or_default());
        vec![self.grid.push(Column::numbers("non-dominated", cells))]
    }

    /// The test figures of objective `j`, with their intervals or with ±.
    fn test(&mut self, j: usize) -> usize {
        let objective = &self.front.objectives[j];
        let with_ends = self.cells(|member| {
            member.test.get(j).map_or(String::new(), |held| match member.intervals.get(j) {
                Some(interval) => with_bounds(held, interval),
                None => with_error(held),
            })
        });
        let short = self.cells(|member| member.test.get(j).map(with_error).unwrap_or_default());
        let values =
            short.iter().map(|text| text.split(" ±").next().unwrap_or_default().to_owned()).collect();
        let arrow = if objective.goal == Goal::Max { " ↑" } else { " ↓" };
        self.grid
            .push(Column::numbers(&objective.name, with_ends).marked(arrow).cuttable().or(short).or(values))
    }

    fn training(&mut self, j: usize) -> Option<usize> {
        if self.front.games == 0 {
            return None;
        }
        let value = |member: &FrontMember| member.training.get(j).map(|held| plain(held.value));
        let cells = self.cells(|member| value(member).unwrap_or_default());
        Some(self.grid.push(Column::numbers("training", cells)))
    }

    /// The genes, and that they are left out first: the weights, which are real numbers, then all.
    fn genes(&mut self) {
        let kinds = &self.problem.space().genes;
        let is_real = |i: usize| kinds.get(i).is_none_or(|gene| gene.kind == GeneKind::Real);
        let genes = self.front.genes.len();
        let columns: Vec<(usize, bool)> =
            (0..genes).map(|i| (self.gene(i, is_real(i)), is_real(i))).collect();
        let of = |real: bool| columns.iter().filter(|it| it.1 == real).map(|it| it.0).collect::<Vec<_>>();
        let (first, rest) = (of(true), of(false));
        let what = if rest.is_empty() { "gene" } else { "weight" };
        self.grid.hide(first.clone(), "genes", count(first.len(), what));
        self.grid.hide(rest, "genes", count(genes, "gene"));
    }

    fn gene(&mut self, i: usize, is_weight: bool) -> usize {
        let shown = |gene: &f64| if is_weight { format!("{gene:.3}") } else { gene.to_string() };
        let cells = self.cells(|member| member.genome.get(i).map(shown).unwrap_or_default());
        self.grid.push(Column::numbers(&self.front.genes[i], cells).cuttable())
    }
}

fn misses_a_floor(front: &FrontFile) -> bool {
    front.members.iter().any(|member| member.violation > 0.0 || member.violation_test > 0.0)
}

/// Where `member` misses a floor.
fn floors(member: &FrontMember) -> &'static str {
    match (member.violation > 0.0, member.violation_test > 0.0) {
        (false, false) => "kept",
        (true, true) => "missed",
        (true, false) => "missed in validation",
        (false, true) => "missed in test",
    }
}

/// The picks that choose member `id`: `knee`, `best:mean_score`.
fn picks_of(front: &FrontFile, id: u64) -> Vec<String> {
    front.picks.iter().filter(|(_, picked)| **picked == id).map(|(name, _)| name.to_string()).collect()
}

#[cfg(test)]
pub(super) mod tests;
