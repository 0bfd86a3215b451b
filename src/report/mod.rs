//! What a finished or running experiment shows to people.

pub mod plots;
