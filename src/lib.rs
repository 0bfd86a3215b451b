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
//! Imports point one way: `rng`, `error`, `text` ← `game` ← `heuristic` ← `player` ← `policy` ←
//! `domain`; `pareto` (the order of objective vectors), `inference` (statistics), `objective` and
//! `optim` import no game; `tuner` and `compare` join them; `store`, `report` and `export` read run
//! data; `bench` measures `player`; `cli` sits on top.

#[doc = include_str!("../docs/library.md")]
#[cfg(doctest)]
struct LibraryPage;

pub mod benchmarks;
pub mod cli;
pub mod compare;
pub mod error;
pub mod experiment;
pub mod export;
pub mod finals;
pub mod games;
pub mod json_float;
pub mod objective;
pub mod optim;
pub mod pareto;
pub mod pick;
pub mod problem;
pub mod registry;
pub mod report;
pub mod rng;
pub mod run;
pub mod stats;
pub mod table;
pub mod text;
pub mod tuner;
pub mod verify;
pub mod whole;
