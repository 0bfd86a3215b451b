//! The batch player: candidates × scenarios × blocks of seeds, spread over the threads.

use super::{Metric, Player, Scenario};
use crate::error::{Error, Result};
use crate::objective::Records;
use rayon::{ScopeFifo, ThreadPool};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Blocks a thread gets of a batch: enough that the threads end nearly together.
const BLOCKS_A_THREAD: u64 = 32;

/// Where games are played. Results do not depend on the number of threads.
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    /// Where the games run.
    pub pool: &'a ThreadPool,
    /// Set from outside to stop: what is in flight is finished, the rest is left.
    pub stop: &'a AtomicBool,
    /// The metrics that every game has.
    pub metrics: &'a [Metric],
}

/// Games of one candidate: those with these numbers in each scenario.
pub struct Job<'p> {
    /// Who plays.
    pub candidate: Box<dyn Player + 'p>,
    /// For each scenario of the batch the numbers of the games.
    pub games: Vec<Range<u64>>,
}

impl Batch<'_> {
    /// Plays every job in every scenario and calls `each` with the job's index, its records, one table a
    /// scenario, and the seconds of one thread that they took, in the order of the jobs as far as they
    /// finish. `seed` says which seed the job, the scenario and the number of a game give, the first two by
    /// their indices. Returns false if it was stopped before all were done.
    ///
    /// # Errors
    /// What `each` or a candidate reports; nothing more is started then.
    pub fn play(
        &self,
        jobs: Vec<Job<'_>>,
        scenarios: &[Scenario],
        seed: impl Fn(usize, usize, u64) -> u64 + Sync,
        mut each: impl FnMut(usize, Vec<Records>, f64) -> Result<()>,
    ) -> Result<bool> {
        let failed = AtomicBool::new(false);
        // What one thread gets at a time of each scenario, as far as the candidate agrees.
        let share = |scenario: usize| {
            let all: u64 = jobs.iter().map(|job| length(&job.games[scenario])).sum();
            all.div_ceil(BLOCKS_A_THREAD * self.pool.current_num_threads().max(1) as u64)
        };
        let shares: Vec<u64> = (0..scenarios.len()).map(share).collect();
        let count = jobs.len();
        let work: Vec<Work<'_>> = jobs.into_iter().map(|job| Work::new(job, scenarios, &shares)).collect();
        let (sender, receiver) = channel();
        let mut outcome = Ok(false);
        let seed = &seed;
        self.pool.in_place_scope_fifo(|scope| {
            for (index, work) in work.iter().enumerate() {
                let seed = move |scenario, game| seed(index, scenario, game);
                self.spawn(scope, (index, work), scenarios, seed, &sender, &failed);
            }
            drop(sender);
            outcome = collect(count, receiver, &mut each);
            failed.store(outcome.is_err(), Ordering::Relaxed);
        });
        outcome
    }

    fn spawn<'s, 'p: 's>(
        &'s self,
        scope: &ScopeFifo<'s>,
        (index, work): (usize, &'s Work<'p>),
        scenarios: &'s [Scenario],
        seed: impl Fn(usize, u64) -> u64 + Send + Copy + 's,
        sender: &Sender<Finished>,
        failed: &'s AtomicBool,
    ) {
        for block in &work.blocks {
            let sender = sender.clone();
            scope.spawn_fifo(move |_| {
                let wanted = !self.stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed);
                let begun = Instant::now();
                let play = || {
                    let seed = |game| seed(block.scenario, game);
                    let played = work.play(&scenarios[block.scenario], block, seed)?;
                    played.map(|records| self.checked(records, length(&block.games))).transpose()
                };
                let played = wanted.then(play).transpose();
                work.nanoseconds.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
                if let Err(e) = block.finish(played.map(Option::flatten)) {
                    // The receiver is only gone after a failure, and then no one listens.
                    let _ = sender.send((index, Err(e)));
                }
                if work.open.fetch_sub(1, Ordering::AcqRel) == 1 {
                    let _ = sender.send((index, Ok(work.gather(scenarios.len()))));
                }
            });
        }
    }
}

impl Batch<'_> {
    /// That a candidate played every game, with all metrics, and values that can be written and read again.
    fn checked(&self, records: Records, games: u64) -> Result<Records> {
        let (rows, metrics) = (records.len(), self.metrics.len());
        if !records.has_shape(games as usize, metrics) {
            return Err(Error::Internal(format!(
                "{games} games of {metrics} metrics were asked for, and {rows} rows of another shape were played"
            )));
        }
        for (column, metric) in self.metrics.iter().enumerate() {
            if let Some(value) = records.column(column).find(|value| !metric.allows(*value)) {
                let (name, allowed) = (&metric.name, metric.allowed());
                return Err(Error::Internal(format!("a game gave {name} = {value}: allowed is {allowed}")));
            }
        }
        Ok(records)
    }
}

fn length(games: &Range<u64>) -> u64 {
    games.end.saturating_sub(games.start)
}

/// A job's index with its records and seconds, or `None` where it was stopped.
type Finished = (usize, Result<Option<Played>>);

/// The records of a job, one table a scenario, and how many seconds of one thread they took.
type Played = (Vec<Records>, f64);

/// Hands finished jobs to `each` in order; what is left out of order at a stop comes last.
fn collect(
    jobs: usize,
    receiver: Receiver<Finished>,
    each: &mut impl FnMut(usize, Vec<Records>, f64) -> Result<()>,
) -> Result<bool> {
    let mut waiting = std::collections::BTreeMap::new();
    let (mut next, mut done) = (0, 0);
    for (index, result) in receiver {
        if let Some(played) = result? {
            waiting.insert(index, played);
        }
        while let Some((records, seconds)) = waiting.remove(&next) {
            each(next, records, seconds)?;
            next += 1;
            done += 1;
        }
    }
    for (index, (records, seconds)) in waiting {
        each(index, records, seconds)?;
        done += 1;
    }
    Ok(done == jobs)
}

/// One job cut into blocks.
struct Work<'p> {
    /// Dropped after the last block: its tables fill a cache.
    candidate: Mutex<Option<Arc<dyn Player + 'p>>>,
    blocks: Vec<Block>,
    open: AtomicUsize,
    nanoseconds: AtomicU64,
}

/// Some games of one scenario, with room for their records.
struct Block {
    scenario: usize,
    games: Range<u64>,
    records: Mutex<Option<Records>>,
}

impl<'p> Work<'p> {
    /// Cuts the games of `job` into blocks of about the `shares` of the scenarios.
    fn new(job: Job<'p>, scenarios: &[Scenario], shares: &[u64]) -> Self {
        let mut blocks = Vec::new();
        for (index, (scenario, games)) in scenarios.iter().zip(&job.games).enumerate() {
            let bounds = job.candidate.block(scenario);
            let size = shares[index].clamp(*bounds.start(), (*bounds.end()).max(*bounds.start())).max(1);
            for start in games.clone().step_by(size as usize) {
                let games = start..(start + size).min(games.end);
                blocks.push(Block { scenario: index, games, records: Mutex::new(None) });
            }
        }
        let open = AtomicUsize::new(blocks.len());
        let candidate = Mutex::new(Some(Arc::from(job.candidate)));
        Self { candidate, blocks, open, nanoseconds: AtomicU64::new(0) }
    }

    /// The records of `block`; `None` if the job was given up.
    fn play(&self, scenario: &Scenario, block: &Block, seed: impl Fn(u64) -> u64) -> Result<Option<Records>> {
        let candidate = self.candidate.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(candidate) = candidate else { return Ok(None) };
        let seeds: Vec<u64> = block.games.clone().map(seed).collect();
        candidate.play(scenario, &seeds).map(Some)
    }

    /// The records of each scenario in the order of the seeds, if every block was played.
    fn gather(&self, scenarios: usize) -> Option<Played> {
        self.candidate.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut tables: Vec<Option<Records>> = vec![None; scenarios];
        for block in &self.blocks {
            let records = block.records.lock().unwrap_or_else(PoisonError::into_inner).take()?;
            match &mut tables[block.scenario] {
                Some(table) => table.append(records),
                empty => *empty = Some(records),
            }
        }
        let seconds = self.nanoseconds.load(Ordering::Relaxed) as f64 / 1e9;
        Some((tables.into_iter().collect::<Option<_>>()?, seconds))
    }
}

impl Block {
    fn finish(&self, played: Result<Option<Records>>) -> Result<()> {
        *self.records.lock().unwrap_or_else(PoisonError::into_inner) = played?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the seed itself as its only metric.
    fn echo(scenario: &Scenario, seeds: &[u64]) -> Result<Records> {
        let mut records = Records::new(1);
        for seed in seeds {
            if scenario.name == "broken" && *seed == 105 {
                return Err(Error::Internal("game 105".into()));
            }
            let is_endless = scenario.name == "endless" && *seed == 105;
            records.push(&[if is_endless { f64::INFINITY } else { *seed as f64 }]);
        }
        Ok(records)
    }

    fn played(threads: usize, scenario: &str, stop: bool) -> (Result<bool>, Vec<Vec<Vec<f64>>>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let stop = AtomicBool::new(stop);
        let scenarios = [Scenario::default(), Scenario { name: scenario.into(), ..Scenario::default() }];
        let job = |i: u64| Job { candidate: Box::new(echo), games: vec![i..3 * i + 1, 0..300] };
        let mut all = Vec::new();
        let seed = |job: usize, scenario: usize, game: u64| game + 100 * scenario as u64 + job as u64;
        let done = Batch { pool: &pool, stop: &stop, metrics: &[Metric::number("n", "")] }.play(
            (0..9).map(job).collect(),
            &scenarios,
            seed,
            |i, records, _| {
                assert_eq!(i, all.len());
                all.push(records.iter().map(|table| table.column(0).collect()).collect());
                Ok(())
            },
        );
        (done, all)
    }

    #[test]
    fn games_come_in_the_order_of_jobs_and_seeds_whatever_the_threads() {
        let (done, all) = played(1, "two", false);
        assert!(done.unwrap());
        let from = |first: u64, end: u64| Vec::from_iter((first..end).map(|seed| seed as f64));
        assert_eq!((all.len(), &all[4]), (9, &vec![from(8, 17), from(104, 404)]));
        assert_eq!(played(8, "two", false).1, all);
    }

    #[test]
    fn a_failure_is_told_and_a_stop_leaves_games_out() {
        let said = played(2, "broken", false).0.unwrap_err().to_string();
        assert_eq!(said, "internal error: game 105");
        // What a log could not give back is refused.
        let said = played(2, "endless", false).0.unwrap_err().to_string();
        let expected =
            "internal error: a game gave n = inf: allowed is a finite number, or NaN where there is none";
        assert_eq!(said, expected);
        let (done, all) = played(2, "two", true);
        assert!(!done.unwrap() && all.is_empty());
    }
}
