//! stub
pub(super) const GAMES: usize = 8;
pub(super) use super::portable::Step;
