//! The `paretune` program.
fn main() {}
