//! A position in the search and its moves in the order in which they are searched.

use super::super::rules::{CENTRE_FIRST, COLUMNS, Position, column_cells};

/// A position of more stones hardly ever meets its mirror image in one search.
const MOST_MIRRORED_STONES: u32 = 12;

/// A position where the side to move does not win at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Position,
    /// How many stones lie on the board.
    pub(super) stones: u32,
    /// The cells after which the other side does not win at once.
    pub(super) safe: u64,
}

/// The moves of a node, by the nodes that they lead to.
#[derive(Debug)]
pub(super) struct Children {
    ranked: [(i32, Node); COLUMNS as usize],
    count: usize,
}

impl Node {
    pub(super) fn new(position: Position) -> Self {
        Self { position, stones: position.stones(), safe: position.safe() }
    }

    /// The node after the side to move took `cell`, which is safe. If its own `safe` is empty, the move wins.
    #[inline]
    pub(super) fn after(self, cell: u64) -> Self {
        let position = self.position.after(cell);
        // Counted up, as counting the bits again takes long without the processor's instruction for it.
        Self { position, stones: self.stones + 1, safe: position.safe() }
    }

    /// What the table knows the node by.
    #[inline]
    pub(super) fn key(self) -> u64 {
        match self.stones {
            0..=MOST_MIRRORED_STONES => self.position.mirror_key(),
            _ => self.position.key(),
        }
    }

    /// The nodes after the safe moves, the most promising first; `None` if one of the moves wins with the
    /// stone after the next.
    #[inline]
    pub(super) fn children(self) -> Option<Children> {
        let unused = (0, self);
        let mut children = Children { ranked: [unused; COLUMNS as usize], count: 0 };
        let theirs = self.position.threats_of_others();
        for column in CENTRE_FIRST {
            let cell = self.safe & column_cells(column);
            if cell == 0 {
                continue;
            }
            let child = self.after(cell);
            if child.safe == 0 {
                return None;
            }
            children.insert(rank(child.position, theirs & !cell), child);
        }
        Some(children)
    }
}

/// How promising the move that led to `position` is: the threats of the side that made it. One that must be
/// answered at once counts half, as it is soon gone, and one right above a threat of the other side not at
/// all.
#[inline]
fn rank(position: Position, theirs: u64) -> i32 {
    let threats = position.threats_of_others() & !(theirs << 1);
    let lasting = threats & !position.playable();
    (threats.count_ones() + lasting.count_ones()) as i32
}

impl Children {
    /// Puts `child` behind all that rank as high or higher.
    #[inline]
    fn insert(&mut self, rank: i32, child: Node) {
        let mut place = self.count;
        while place > 0 && self.ranked[place - 1].0 < rank {
            self.ranked[place] = self.ranked[place - 1];
            place -= 1;
        }
        self.ranked[place] = (rank, child);
        self.count += 1;
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Node> {
        self.ranked[..self.count].iter().map(|&(_, child)| child)
    }
}
