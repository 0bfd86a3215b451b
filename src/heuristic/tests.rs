//! Features by hand, their sums over boards, errors, and the scales.

mod by_hand;
mod errors;
mod scales;
mod sums;
