//! The last chance layer: what all spawns on one afterstate come to, together.
//!
//! The boards after the spawns differ in one cell each. Sliding along the row of the spawn
//! changes that row alone, and one cell of each of the four lines that cross it; so a spawn and
//! a direction take one row and four look-ups next to the ones of the other spawns in that row,
//! where plain code slides and values eight lines.

use super::{Kernel, permute_portable};
#[cfg(target_arch = "x86_64")]
use super::{permute_avx2, permute_avx512};
use crate::games::twenty48::heuristic::{BoardWeights, Heuristic, SearchTables, ShapeTables, shape_tables};
use crate::games::twenty48::rules::{Board, LINES, line_tables};

/// The spawns to add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::games::twenty48::search) enum Tiles {
    /// Both tiles, 9 times the 2 and once the 4.
    Both,
    /// The 4 alone, once.
    Fours,
}

/// Adds up best values over spawns, for one heuristic.
#[derive(Debug, Clone, Copy)]
pub(in crate::games::twenty48::search) struct Spawns<'h> {
    kernel: Kernel,
    tables: Tables<'h>,
}

/// What the kernels read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tables<'h> {
    /// By line: slid towards its first cell, and towards its last.
    pub slid: &'static [[u16; 2]; LINES],
    /// Values of lines.
    pub values: &'h SearchTables,
    /// Shapes of lines.
    pub shapes: &'static ShapeTables,
    /// Weights of what is made of the shapes.
    pub weights: BoardWeights,
    /// Whether the heuristic has such weights.
    pub wide: bool,
}

impl<'h> Spawns<'h> {
    /// `None` if `kernel` is plain; a kernel this machine lacks is replaced by its best.
    pub fn new(heuristic: &'h Heuristic, kernel: Kernel) -> Option<Self> {
        let kernel = if kernel.is_available() { kernel } else { Kernel::best() };
        let weights = heuristic.board_weights();
        let tables = || Tables {
            slid: line_tables().all_slid(),
            values: heuristic.search_tables(),
            shapes: shape_tables(),
            weights: weights.unwrap_or_default(),
            wide: weights.is_some(),
        };
        (kernel != Kernel::Plain).then(|| Self { kernel, tables: tables() })
    }

    /// The sum over all empty cells of `after` of the best value with a spawn there.
    #[inline]
    pub fn sum(&self, after: Board, tiles: Tiles) -> i64 {
        match self.kernel {
            Kernel::Plain | Kernel::Portable => permute_portable::sum(&self.tables, after, tiles),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => permute_avx2::sum(&self.tables, after, tiles),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => permute_avx512::sum(&self.tables, after, tiles),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 => permute_portable::sum(&self.tables, after, tiles),
        }
    }
}
