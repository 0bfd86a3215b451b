//! What becomes of given genomes in the first generation.

use super::Space;
use super::breeding::bits;

/// One line on each of the `initial` genomes that does not enter the first generation as it stands:
/// weights are scaled to sum to 1 within their bounds, and a genome that equals one before it is left
/// out. Every genome has to be one that [`Space::check`] takes.
pub fn changes(space: &Space, initial: &[Vec<f64>]) -> Vec<String> {
    let mut before: Vec<Vec<u64>> = Vec::new();
    let mut lines = Vec::new();
    for (number, genome) in initial.iter().enumerate() {
        let mut said = scaled(space, genome);
        let mut repaired = genome.clone();
        space.repair(&mut repaired);
        let repaired = bits(&repaired);
        if let Some(same) = before.iter().position(|other| *other == repaired) {
            let after = if said.is_empty() { "" } else { "after that " };
            said.push(format!("{after}it equals initial[{same}] and is left out"));
        }
        before.push(repaired);
        if !said.is_empty() {
            lines.push(format!("initial[{number}]: {}", said.join("; ")));
        }
    }
    lines
}

/// How the weights of `genome` are scaled.
fn scaled(space: &Space, genome: &[f64]) -> Vec<String> {
    let several = space.simplexes.len() > 1;
    let says = |(range, sum): (std::ops::Range<usize>, f64)| {
        let genes = &space.genes[range];
        let which = match (genes, several) {
            ([first, .., last], true) => format!("the weights `{}` to `{}`", first.name, last.name),
            _ => "its weights".into(),
        };
        match sum {
            0.0 => format!("{which} are all 0 and are raised to sum to 1"),
            _ => format!("{which} sum to {} and are scaled to sum to 1", (1e12 * sum).round() / 1e12),
        }
    };
    space.sums_off(genome).map(says).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optim::Gene;

    #[test]
    fn every_changed_row_is_told_once() {
        let genes: Vec<Gene> = ["a", "b", "c", "d"].map(|name| Gene::real(name, 0.0, 1.0)).to_vec();
        let one = Space { genes: genes[..2].to_vec(), simplexes: vec![2] };
        let rows = [[0.25, 0.75], [0.2, 0.4], [0.25, 0.75], [1.0, 1.0], [0.0, 0.0], [0.5, 0.5 + 1e-13]];
        assert_eq!(
            changes(&one, &rows.map(|row| row.to_vec())),
            [
                "initial[1]: its weights sum to 0.6 and are scaled to sum to 1",
                "initial[2]: it equals initial[0] and is left out",
                "initial[3]: its weights sum to 2 and are scaled to sum to 1",
                "initial[4]: its weights are all 0 and are raised to sum to 1; after that it equals initial[3] and is \
                 left out",
            ]
        );
        let two = Space { genes, simplexes: vec![2, 2] };
        let rows = [vec![0.5, 0.5, 0.3, 0.3]];
        assert_eq!(
            changes(&two, &rows),
            ["initial[0]: the weights `c` to `d` sum to 0.6 and are scaled to sum to 1"]
        );
        let free = Space { simplexes: vec![], ..two };
        assert!(changes(&free, &rows).is_empty());
    }
}
