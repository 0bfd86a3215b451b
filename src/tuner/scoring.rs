//! Scoring a batch: all candidates × blocks of seeds, spread over the threads.

use crate::error::Result;
use crate::experiment::Scenario;
use crate::games::twenty48::policy::PolicySpec;
use crate::games::twenty48::search::block_games;
use crate::objective::Records;
use crate::problem::{Candidate, Domain};
use crate::rng::{self, Purpose};
use rayon::{ScopeFifo, ThreadPool};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Scenario `s`, game `g` is played on index `(s << SCENARIO_SHIFT) | g` of the seed stream.
const SCENARIO_SHIFT: u32 = 40;

/// Scores candidates of one run.
pub struct Scorer<'a> {
    /// The game.
    pub domain: &'a dyn Domain,
    /// Where the games run.
    pub pool: &'a ThreadPool,
    /// The run's seed.
    pub seed: u64,
    /// Set from outside to stop: what is in flight is finished, the rest is left.
    pub stop: &'a AtomicBool,
}

/// What is to be scored.
#[derive(Debug, Clone)]
pub enum Job {
    /// A genome, at the depth that the domain plays it at in the scenario.
    Genome(Vec<f64>),
    /// A policy, which has depths of its own.
    Policy(PolicySpec),
}

impl Job {
    /// The depth that its games are played at in `scenario`, the deepest if there are several.
    fn depth(&self, domain: &dyn Domain, scenario: &Scenario) -> u8 {
        match self {
            Self::Genome(genome) => domain.depth(genome, scenario),
            Self::Policy(policy) => policy.depth(),
        }
    }
}

impl Scorer<'_> {
    /// Plays every job in every scenario on the seeds of `purpose` and calls `each` with the
    /// job's index and its records, one table a scenario, in the order of the jobs as far as
    /// they finish. Returns false if it was stopped before all were done.
    ///
    /// # Errors
    /// What `each` or the domain reports; nothing more is started then.
    pub fn score(
        &self,
        jobs: &[Job],
        scenarios: &[Scenario],
        purpose: Purpose,
        each: impl FnMut(usize, Vec<Records>) -> Result<()>,
    ) -> Result<bool> {
        let once: Vec<(Job, Range<u64>)> = jobs.iter().map(|job| (job.clone(), 0..1)).collect();
        self.score_rounds(&once, scenarios, purpose, each)
    }

    /// The same for some rounds of every job: round `k` of a scenario of n games plays the seeds
    /// k·n to (k + 1)·n − 1, so that rounds add up to what one longer scenario would play.
    ///
    /// # Errors
    /// As [`Self::score`].
    pub fn score_rounds(
        &self,
        jobs: &[(Job, Range<u64>)],
        scenarios: &[Scenario],
        purpose: Purpose,
        mut each: impl FnMut(usize, Vec<Records>) -> Result<()>,
    ) -> Result<bool> {
        self.score_timed(jobs, scenarios, purpose, |index, records, _| each(index, records))
    }

    /// The same for some games of every job, whatever number a scenario names: those with these numbers in
    /// every scenario.
    ///
    /// # Errors
    /// As [`Self::score`].
    pub fn score_games(
        &self,
        jobs: &[(Job, Range<u64>)],
        scenarios: &[Scenario],
        purpose: Purpose,
        mut each: impl FnMut(usize, Vec<Records>) -> Result<()>,
    ) -> Result<bool> {
        self.score_all(jobs, scenarios, |_| 1, purpose, |index, records, _| each(index, records))
    }

    /// As [`Self::score_rounds`], where `each` also hears how many seconds of one thread the job took.
    ///
    /// # Errors
    /// As [`Self::score`].
    pub fn score_timed(
        &self,
        jobs: &[(Job, Range<u64>)],
        scenarios: &[Scenario],
        purpose: Purpose,
        each: impl FnMut(usize, Vec<Records>, f64) -> Result<()>,
    ) -> Result<bool> {
        self.score_all(jobs, scenarios, |scenario| scenario.games.get(), purpose, each)
    }

    /// Plays rounds of as many games as `a_round` says.
    fn score_all(
        &self,
        jobs: &[(Job, Range<u64>)],
        scenarios: &[Scenario],
        a_round: impl Fn(&Scenario) -> u64,
        purpose: Purpose,
        mut each: impl FnMut(usize, Vec<Records>, f64) -> Result<()>,
    ) -> Result<bool> {
        let failed = AtomicBool::new(false);
        let threads = self.pool.current_num_threads();
        let rounds: u64 = jobs.iter().map(|(_, rounds)| rounds.end - rounds.start).sum();
        let cut = |job: &Job, scenario: &Scenario| {
            let games = a_round(scenario);
            let all = games.saturating_mul(rounds);
            (games, block_games(job.depth(self.domain, scenario), all, threads))
        };
        let work: Vec<Work> = jobs.iter().map(|job| Work::new(job, scenarios, &cut)).collect();
        let (sender, receiver) = channel();
        let mut outcome = Ok(false);
        self.pool.in_place_scope_fifo(|scope| {
            for (index, work) in work.iter().enumerate() {
                self.spawn(scope, (index, work), scenarios, purpose, &sender, &failed);
            }
            drop(sender);
            outcome = collect(jobs.len(), receiver, &mut each);
            failed.store(outcome.is_err(), Ordering::Relaxed);
        });
        outcome
    }

    fn spawn<'s>(
        &'s self,
        scope: &ScopeFifo<'s>,
        (index, work): (usize, &'s Work<'s>),
        scenarios: &'s [Scenario],
        purpose: Purpose,
        sender: &Sender<Finished>,
        failed: &'s AtomicBool,
    ) {
        for block in &work.blocks {
            let sender = sender.clone();
            scope.spawn_fifo(move |_| {
                let wanted = !self.stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed);
                let begun = Instant::now();
                let played = wanted.then(|| self.play(work, block, scenarios, purpose)).transpose();
                work.nanoseconds.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
                if let Err(e) = block.finish(played) {
                    // The receiver is only gone after a failure, and then no one listens.
                    let _ = sender.send((index, Err(e)));
                }
                if work.open.fetch_sub(1, Ordering::AcqRel) == 1 {
                    let _ = sender.send((index, Ok(work.gather(scenarios.len()))));
                }
            });
        }
    }

    fn play(&self, work: &Work, block: &Block, scenarios: &[Scenario], purpose: Purpose) -> Result<Records> {
        let candidate = work.candidate(self.domain)?;
        let first = (block.scenario as u64) << SCENARIO_SHIFT;
        let seeds: Vec<u64> =
            block.games.clone().map(|game| rng::seed(self.seed, purpose, first | game)).collect();
        Ok(candidate.play(&scenarios[block.scenario], &seeds))
    }
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
struct Work<'j> {
    job: &'j Job,
    /// Built for the first block and dropped after the last: a table fills a cache.
    candidate: Mutex<Option<Arc<dyn Candidate>>>,
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

impl<'j> Work<'j> {
    /// Cuts the rounds of `job` into blocks; `cut` says how many games a round and a block have.
    fn new(
        (job, rounds): &'j (Job, Range<u64>),
        scenarios: &[Scenario],
        cut: &impl Fn(&Job, &Scenario) -> (u64, u64),
    ) -> Self {
        let mut blocks = Vec::new();
        for (index, scenario) in scenarios.iter().enumerate() {
            let (games, size) = cut(job, scenario);
            let (first, end) = (rounds.start * games, rounds.end * games);
            for start in (first..end).step_by(size as usize) {
                let games = start..(start + size).min(end);
                blocks.push(Block { scenario: index, games, records: Mutex::new(None) });
            }
        }
        let open = AtomicUsize::new(blocks.len());
        Self { job, candidate: Mutex::new(None), blocks, open, nanoseconds: AtomicU64::new(0) }
    }

    fn candidate(&self, domain: &dyn Domain) -> Result<Arc<dyn Candidate>> {
        let mut candidate = self.candidate.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = candidate.as_ref() {
            return Ok(Arc::clone(ready));
        }
        let ready: Arc<dyn Candidate> = match self.job {
            Job::Genome(genome) => Arc::from(domain.prepare(genome)?),
            Job::Policy(policy) => Arc::from(domain.prepare_policy(policy)?),
        };
        *candidate = Some(Arc::clone(&ready));
        Ok(ready)
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
