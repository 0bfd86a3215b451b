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

pub mod bench;
pub mod cli;
pub mod compare;
pub mod config;
pub mod domain;
pub mod error;
pub mod export;
pub mod game;
pub mod heuristic;
pub mod inference;
pub mod json_float;
pub mod objective;
pub mod optim;
pub mod pareto;
pub mod player;
pub mod policy;
pub mod problems;
pub mod report;
pub mod rng;
pub mod store;
pub mod text;
pub mod tuner;
