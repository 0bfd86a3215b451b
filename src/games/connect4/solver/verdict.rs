//! Who wins, without how soon.

/// What perfect play leads to, seen by the side to move. A better verdict is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The other side wins.
    Loss,
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Verdict {
    /// The verdict that belongs to `score`: its sign.
    pub const fn of(score: i32) -> Self {
        match score {
            ..0 => Self::Loss,
            0 => Self::Draw,
            1.. => Self::Win,
        }
    }
}
