//! Paretune tunes the weights of a game-playing heuristic for several objectives at once. The program is
//! `paretune`; this is the library under it.
//!
//! | to … | use |
//! |---|---|
//! | tune a game of your own | [`problem`]: its traits are what a game has to say; [`tuner`]: the loop |
//! | optimise any function in several values at once | [`optim`]: NSGA-II and others, by ask and tell |
//! | find fronts, sort by dominance, measure hypervolume | [`pareto`] |
//! | bound what games can tell: intervals, sequential tests | [`inference`] |
//! | play 2048 fast, or value its boards | [`games::twenty48`] |
//! | search and solve Connect Four | [`games::connect4`] |
//! | read the figures of a finished run | [`run::FrontFile`] and [`pick`] |
//!
//! An optimiser needs nothing but a space and a function:
//!
//! ```
//! use paretune::optim::{Algorithm, Gene, Optimiser, Settings, Space};
//! use paretune::pareto::hypervolume::hypervolume;
//! use paretune::rng::{Purpose, stream};
//! use std::ops::ControlFlow;
//!
//! // As near to 0 and as near to 2 as can be: each x between them is a compromise.
//! let space = Space { genes: vec![Gene::real("x", -10.0, 10.0)], simplexes: vec![] };
//! let rng = stream(1, Purpose::Optimiser, 0);
//! let mut optimiser = Optimiser::new(Algorithm::Nsga2, Settings::default(), space, 2, rng, vec![])?;
//! let far = |genome: &[f64]| vec![genome[0].powi(2), (genome[0] - 2.0).powi(2)];
//! optimiser.run(50, far, |_| ControlFlow::Continue(()))?;
//!
//! let front: Vec<&[f64]> = optimiser.front().iter().map(|member| member.objectives.as_slice()).collect();
//! // All compromises together dominate 40/3 of the box from (0, 0) to (4, 4).
//! assert!((hypervolume(&front, &[4.0, 4.0])? - 40.0 / 3.0).abs() < 0.1);
//! # Ok::<(), paretune::error::Error>(())
//! ```
//!
//! # Features
//! Both are on by default; without them neither a command line nor a drawing library is compiled.
//! - `plots`: the pictures of a run, `report::plots`.
//! - `cli`: the program and its module `cli`; it draws, so it brings `plots`.
//!
//! # How it is built
//!
//! ```text
//! experiment.toml ─► experiment ─► registry ─► Problem or Game (games/*, benchmarks, or your own)
//!                         │                       ▲ genomes │ Records: a row a game, a column a metric
//!                         ▼                       │         ▼
//!                       tuner ── optim (ask, tell; knows no game) ── objective (statistic of a metric)
//!                         │
//!                         ├─► run     the folder: evaluations.jsonl, checkpoint, history.csv
//!                         └─► finals  games of the finalists on new seeds, the front that is shown
//!                               │
//!                    report (tables, CSV, plots) · export · compare · verify ◄── cli
//! ```
//!
//! Imports point one way, from the right to the left: `error`, `rng`, `text`, `whole`, `json_float`, `columns` ←
//! `threads`, `pareto`, `statistics` ← `objective` ← `inference` ← `table` ← `optim` ← `problem` ← `games`,
//! `benchmarks` ← `registry` ← `experiment` ← `run` ← `tuner` ← `pick` ← `finals` ← `export`, `compare` ← `report` ← `verify` ← `cli`. What is tuned meets
//! what tunes it in `problem` alone; no module outside `games/<name>` knows that game's ideas.

#[doc = include_str!("../docs/library.md")]
#[cfg(doctest)]
struct LibraryPage;

pub mod benchmarks;
#[cfg(feature = "cli")]
pub mod cli;
pub mod columns;
pub mod compare;
pub mod error;
pub mod experiment;
pub mod export;
pub mod finals;
pub mod games;
pub mod inference;
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
pub mod statistics;
pub mod table;
pub mod text;
pub mod threads;
pub mod tuner;
pub mod verify;
pub mod whole;
