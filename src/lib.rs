//! Paretune tunes the weights of a game-playing heuristic for several objectives at once.
//!
//! ```text
//! experiments/x.toml ─► config ─► tuner ◄──ask/tell──► optim (NSGA-II; knows no game)
//!                                   │ genomes
//!                    policy: genome ─► Policy {members, rules}
//!                                   │
//!                    domain: Policy × scenario × seeds ─► Records   (rayon, blocks of seeds)
//!                                   │
//!                    objective: statistic ∘ metric over Records ─► Estimate
//!                                   │
//!             tuner ─► store (run folder: evaluations.jsonl, checkpoint, history.csv)
//!                                   │
//!                    report (front table, CSV, JSON, PNG plots) · export · play
//! ```
//!
//! Imports point one way: `rng`, `error` ← `game` ← `heuristic` ← `player` ← `policy` ←
//! `domain`; `objective` and `optim` import no game; `tuner` joins them; `store`, `report`
//! and `export` read run data; `cli` sits on top.

pub mod error;
pub mod objective;
pub mod optim;
pub mod problems;
pub mod rng;
