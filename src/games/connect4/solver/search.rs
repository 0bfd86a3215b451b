//! Negamax with null windows: is a score more than a number? (Knuth & Moore 1975, Pearl 1980; that a few such
//! questions and a table are enough to find the score: Plaat et al. 1996).

use super::budget::Budget;
use super::node::{Children, Node};
use super::outright::{loss_next, win_now};
use super::table::{Bounds, Table};

/// With as many stones or more, a search is cheaper than a look into the table.
const TABLE_STONES: u32 = 32;
/// With as many stones or more, the children are not looked up before they are searched.
const CUTOFF_STONES: u32 = 28;

/// A search under way.
pub(super) struct Search<'a, B> {
    pub(super) table: &'a mut Table,
    /// Nodes searched, counted on.
    pub(super) nodes: &'a mut u64,
    pub(super) budget: B,
}

impl<B: Budget> Search<'_, B> {
    /// The score of `node` if it lies in `window`; otherwise a number beyond the end that the score lies
    /// beyond, or that end.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn score(&mut self, node: Node, window: Bounds) -> Result<i32, B::Spent> {
        let mut lower = window.lower.max(loss_next(node.stones + 2));
        let mut upper = window.upper.min(win_now(node.stones + 2));
        while lower < upper {
            let guess = guess(lower, upper);
            let value = self.exceeds(node, guess)?;
            if value > guess { lower = value } else { upper = value }
        }
        Ok(if window.lower < lower { lower } else { upper })
    }

    /// A number more than `alpha` if the score of `node` is, which then is no less than the number; otherwise
    /// a number that the score does not exceed.
    fn exceeds(&mut self, node: Node, alpha: i32) -> Result<i32, B::Spent> {
        *self.nodes += 1;
        self.budget.spend()?;
        let (lower, upper) = (loss_next(node.stones + 2), win_now(node.stones + 2));
        if upper <= alpha {
            return Ok(upper);
        } else if lower > alpha {
            return Ok(lower);
        }
        // `is_power_of_two` would count the bits, which takes long without the processor's instruction for it.
        if node.safe & (node.safe - 1) == 0 {
            return self.forced(node, alpha);
        } else if node.stones >= TABLE_STONES {
            return match node.children() {
                Some(children) => self.best(&children, alpha),
                None => Ok(upper),
            };
        }
        self.with_table(node, Bounds { lower, upper }, alpha)
    }

    /// [`Self::exceeds`] for a node with a single safe move.
    fn forced(&mut self, node: Node, alpha: i32) -> Result<i32, B::Spent> {
        let child = node.after(node.safe);
        match child.safe {
            0 => Ok(win_now(node.stones + 2)),
            _ => Ok(-self.exceeds(child, -alpha - 1)?),
        }
    }

    /// [`Self::exceeds`] for a node that the table may know, and that it will know.
    fn with_table(&mut self, node: Node, plain: Bounds, alpha: i32) -> Result<i32, B::Spent> {
        let key = node.key();
        let known = self.table.get(key).unwrap_or(plain);
        if known.upper <= alpha {
            return Ok(known.upper);
        } else if known.lower > alpha {
            return Ok(known.lower);
        }
        let Some(children) = node.children() else { return Ok(plain.upper) };
        if let Some(value) = self.cutoff(node, &children, alpha) {
            return Ok(value);
        }
        let before = *self.nodes;
        let value = self.best(&children, alpha)?;
        let found =
            if value > alpha { Bounds { lower: value, ..known } } else { Bounds { upper: value, ..known } };
        self.table.put(key, found, *self.nodes - before);
        Ok(value)
    }

    /// A number more than `alpha` that the score reaches, if the table shows it for one of the `children`
    /// (Plaat et al. 1996, enhanced transposition cutoffs).
    #[inline]
    fn cutoff(&self, node: Node, children: &Children, alpha: i32) -> Option<i32> {
        if node.stones >= CUTOFF_STONES {
            return None;
        }
        let mut values = children.iter().filter_map(|child| Some(-self.table.get(child.key())?.upper));
        values.find(|&value| value > alpha)
    }

    /// [`Self::exceeds`] for a node with these `children`.
    #[inline]
    fn best(&mut self, children: &Children, alpha: i32) -> Result<i32, B::Spent> {
        let mut best = i32::MIN;
        for child in children.iter() {
            best = best.max(-self.exceeds(child, -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }
}

/// The number that a score in `lower..=upper` is compared with next: half the end that lies farther from 0.
/// Large scores are shown to be out of reach at little cost, and what the table then holds helps with the
/// rest.
fn guess(lower: i32, upper: i32) -> i32 {
    let half = if -lower >= upper { lower / 2 } else { upper / 2 };
    half.clamp(lower, upper - 1)
}
