//! Names that older programs gave to what a run folder holds. They are read under these names, and written under
//! those of today.

/// What `validation.jsonl` was called.
pub const VALIDATION: &str = "holdout.jsonl";

/// What `test.jsonl` was called.
pub const TEST: &str = "confirmed.jsonl";
