//! What the files of a run folder are called.

/// Program, times, platform, and the experiment as it was resolved.
pub const MANIFEST: &str = "manifest.json";

/// The resolved experiment, for a person to read.
pub const EXPERIMENT: &str = "experiment.toml";

/// Every finished evaluation.
pub const EVALUATIONS: &str = "evaluations.jsonl";

/// Figures that the front was chosen on.
pub const VALIDATION: &str = "validation.jsonl";

/// Figures of the chosen front on test games.
pub const TEST: &str = "test.jsonl";

/// The state between generations.
pub const CHECKPOINT: &str = "checkpoint.json";

/// The checkpoint before.
pub const CHECKPOINT_BEFORE: &str = "checkpoint.json.prev";

/// One line a generation.
pub const HISTORY: &str = "history.csv";

/// The front as a table.
pub const FRONT_CSV: &str = "front.csv";

/// The front; it marks a run as finished.
pub const FRONT: &str = "front.json";

/// All finalists as a table.
pub const POPULATION: &str = "population.csv";

/// The policy of the picked member.
pub const POLICY: &str = "policy.json";

/// The folder of the policies that switch, one a budget.
pub const POLICIES: &str = "policies";

/// The folder of the pictures.
pub const PLOTS: &str = "plots";

/// Held by the process that writes.
pub const LOCK: &str = "lock";
