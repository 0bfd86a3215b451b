//! Features by hand, their sums over boards, the tables, errors, and the scales.

mod by_hand;
mod errors;
mod scales;
mod sums;
mod tables;
