//! How many games each candidate plays, generation by generation.
//!
//! Every request for games has a number, and what is requested depends only on the answers to
//! earlier ones. So a log of the answers is enough to go on, and what an interrupted run lost is
//! asked for again under the same number. An answer holds what its games gave, so nothing is played twice.

use super::ask_tell::Loop;
use super::data::RunData;
use super::scoring::{self, Scorer};
use super::{Context, Phase, Setup};
use crate::error::{Error, Result};
use crate::experiment::{SamplingConfig, SamplingMethod};
use crate::inference::front_membership::{Contender, front_shares};
use crate::objective::{Evaluation, Outcomes, violation};
use crate::optim::{Candidate, Evaluated};
use crate::rng::{self, Purpose};
use crate::run::Log;
use serde::{Deserialize, Serialize};

/// Draws that tell how likely someone is on the front.
const DRAWS: usize = 40;

/// A candidate that is on the front in a smaller share of draws is clearly out.
const OUT: f64 = 0.05;

/// Candidates that get a round at a time, as a share of the population: few, so that each round
/// goes by what the last one showed, and enough to keep the threads busy.
const BATCH: f64 = 0.25;

/// How far a candidate in play is known.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// Its last evaluation.
    number: u64,
    /// Rounds played.
    rounds: u64,
}

impl Standing {
    /// That of a candidate whose only evaluation has its own number.
    pub fn evaluated_once(id: u64) -> Self {
        Self { number: id, rounds: 1 }
    }

    /// Its last evaluation.
    pub fn number(&self) -> u64 {
        self.number
    }
}

/// A candidate that is to be known by `rounds` rounds.
#[derive(Debug, Clone)]
struct Request {
    id: u64,
    generation: u64,
    genome: Vec<f64>,
    rounds: u64,
}

impl Loop {
    /// Plays the games of a generation: the first round of `candidates`, and what the method of
    /// sampling gives beyond.
    pub(super) fn sample(
        &mut self,
        candidates: &[Candidate],
        generation: u64,
        context: &mut Context<'_>,
    ) -> Result<()> {
        let sampling = self
            .data
            .setup
            .experiment
            .sampling
            .clone()
            .unwrap_or(SamplingConfig { method: SamplingMethod::Fixed, ..Default::default() });
        let first = |c: &Candidate| Request { id: c.id, generation, genome: c.genome.clone(), rounds: 1 };
        let mut requests: Vec<Request> = candidates.iter().map(first).collect();
        if sampling.method == SamplingMethod::Growing {
            requests.extend(self.members().filter(|r| r.rounds <= sampling.max_rounds.get()));
        }
        self.play(&requests, generation, context)?;
        if self.data.setup.smooths() {
            let members = self.state.optimiser.population().iter().map(|individual| individual.id);
            let in_play: Vec<u64> = members.chain(candidates.iter().map(|c| c.id)).collect();
            self.beliefs = context.pool.install(|| self.believe(&in_play))?;
        }
        if sampling.method == SamplingMethod::Racing {
            self.race(candidates, &sampling, generation, context)?;
        }
        Ok(())
    }

    /// A request of one round more for every member of the population.
    fn members(&self) -> impl Iterator<Item = Request> + '_ {
        self.state.optimiser.population().iter().filter_map(|individual| {
            let standing = self.state.standings.get(&individual.id)?;
            let generation = self.data.log.get(standing.number)?.generation;
            let (id, genome) = (individual.id, individual.genome.clone());
            Some(Request { id, generation, genome, rounds: standing.rounds + 1 })
        })
    }

    /// Gives rounds to those that may be on the front until none is left, or the rounds are spent.
    fn race(
        &mut self,
        candidates: &[Candidate],
        sampling: &SamplingConfig,
        generation: u64,
        context: &mut Context<'_>,
    ) -> Result<()> {
        let pop_size = self.data.setup.experiment.optimiser.pop_size.size();
        let mut left = (sampling.extra * pop_size as f64) as usize;
        let batch = ((pop_size as f64 * BATCH) as usize).max(1);
        let mut rng = rng::stream(self.data.setup.experiment.seed.get(), Purpose::Racing, generation);
        while left > 0 {
            let open = self.open(candidates, sampling.max_rounds.get(), generation, &mut rng)?;
            let requests: Vec<Request> = open.into_iter().take(left.min(batch)).collect();
            if requests.is_empty() {
                break;
            }
            left -= requests.len();
            self.play(&requests, generation, context)?;
        }
        Ok(())
    }

    /// One round more for every candidate that may or may not be on the front, the more open and the less known
    /// first.
    fn open(
        &self,
        candidates: &[Candidate],
        max_rounds: u64,
        generation: u64,
        rng: &mut rng::Rng,
    ) -> Result<Vec<Request>> {
        let fresh = candidates.iter().filter_map(|c| {
            let standing = self.state.standings.get(&c.id)?;
            let (id, genome) = (c.id, c.genome.clone());
            Some(Request { id, generation, genome, rounds: standing.rounds + 1 })
        });
        let requests: Vec<Request> = self.members().chain(fresh).collect();
        let contenders = requests.iter().map(|request| self.contender(request.id));
        let contenders: Vec<Contender> = contenders.collect::<Result<_>>()?;
        let objectives = &self.data.setup.objectives;
        let is_feasible = |drawn: &[f64]| violation(objectives, drawn) == 0.0;
        let shares = front_shares(&contenders, DRAWS, rng, is_feasible);
        let open = shares.into_iter().zip(requests);
        let open = open.filter(|(share, r)| *share >= OUT && *share <= 1.0 - OUT && r.rounds <= max_rounds);
        // What a round may teach goes with the standard error, which falls with the root of the rounds.
        let worth = |share: f64, r: &Request| share * (1.0 - share) / ((r.rounds - 1) as f64).sqrt();
        let mut open: Vec<(f64, Request)> = open.map(|(share, r)| (worth(share, &r), r)).collect();
        open.sort_by(|(a, x), (b, y)| b.total_cmp(a).then(x.id.cmp(&y.id)));
        Ok(open.into_iter().map(|(_, request)| request).collect())
    }

    fn contender(&self, id: u64) -> Result<Contender> {
        let expected = self.expected(id)?;
        let objectives = expected.iter().map(|it| it.value).collect();
        Ok(Contender { objectives, std_errors: expected.iter().map(|it| it.std_error).collect() })
    }

    /// Plays what the log does not hold yet and notes where every candidate stands.
    fn play(&mut self, requests: &[Request], generation: u64, context: &mut Context<'_>) -> Result<()> {
        let numbers = self.state.numbers..;
        self.state.numbers += requests.len() as u64;
        let numbered: Vec<(u64, &Request)> = numbers.zip(requests).collect();
        let (known, fresh): (Vec<_>, Vec<_>) =
            numbered.iter().partition(|(number, _)| self.data.log.get(*number).is_some());
        for (number, request) in known {
            self.check(number, request)?;
        }
        self.play_fresh(&fresh, generation, context)?;
        for (number, request) in numbered {
            let added = request.rounds - self.state.standings.get(&request.id).map_or(0, |s| s.rounds);
            self.state.games += added * self.data.setup.games_a_round();
            self.state.standings.insert(request.id, Standing { number, rounds: request.rounds });
            self.evaluated.entry(request.id).or_default().push(number);
        }
        Ok(())
    }

    /// That the log's answer is one to this question.
    fn check(&self, number: u64, request: &Request) -> Result<()> {
        let games = request.rounds * self.data.setup.games_a_round();
        let fits = |e: &&Evaluation| e.id == request.id && e.genome == request.genome && e.games == games;
        self.data.log.get(number).filter(fits).map(|_| ()).ok_or_else(|| {
            let file = self.data.log.path().display();
            Error::RunFolder(format!("{file}: evaluation {number} is of another run"))
        })
    }

    fn play_fresh(
        &mut self,
        fresh: &[(u64, &Request)],
        generation: u64,
        context: &mut Context<'_>,
    ) -> Result<()> {
        let rounds = |(_, request): &(u64, &Request)| {
            let played = self.state.standings.get(&request.id).map_or(0, |standing| standing.rounds);
            self.data.setup.rounds(request.generation, played..request.rounds)
        };
        let rounds: Vec<_> = fresh.iter().map(rounds).collect();
        let of = self.data.setup.experiment.optimiser.n_gen.get();
        let phase = Phase::Generation { number: generation, of };
        self.data.log.expect(fresh.len(), phase)?;
        context.observer.begin(phase, rounds.len());
        let Self { data: RunData { setup, log, .. }, evaluated, costs, .. } = self;
        let scenarios = setup.scenarios();
        let job = |((_, request), rounds): (&(u64, &Request), &_)| {
            Ok(scoring::rounds(setup.problem.candidate(&request.genome)?, &scenarios, rounds))
        };
        let jobs = fresh.iter().zip(&rounds).map(job).collect::<Result<_>>()?;
        let scorer = Scorer::new(setup, context);
        let observer = &mut *context.observer;
        let done = scorer.score(jobs, &scenarios, Purpose::Train, |i, records, seconds| {
            let (number, request) = fresh[i];
            let games = (rounds[i].end - rounds[i].start) * setup.games_a_round();
            let work = costs.note(request.id, games.max(1) as f64, seconds);
            let earlier = evaluated.get(&request.id).into_iter().flatten();
            let mut played = outcomes(log, earlier);
            let outcomes = setup.used_metrics.take(&records);
            played.extend(&outcomes);
            log.append(answer(setup, number, request, &played, outcomes))?;
            observer.step(games, work);
            Ok(())
        })?;
        if done {
            return Ok(());
        }
        self.data.log.sync()?;
        Err(self.data.interrupted())
    }

    /// Forgets every candidate that is not in the population.
    pub(super) fn forget_the_dead(&mut self) {
        let ids: std::collections::BTreeSet<u64> =
            self.state.optimiser.population().iter().map(|i| i.id).collect();
        self.state.standings.retain(|id, _| ids.contains(id));
        self.costs.keep(|id| ids.contains(id));
    }

    /// A candidate in play as the optimiser hears it: what is to be expected of it.
    pub(super) fn heard(&self, id: u64) -> Result<Evaluated> {
        let objectives: Vec<f64> = self.expected(id)?.iter().map(|it| it.value).collect();
        let violation = violation(&self.data.setup.objectives, &objectives);
        Ok(Evaluated { id, objectives, violation })
    }
}

/// What the games gave that were played for the evaluations `numbers`.
pub(super) fn outcomes<'n>(log: &Log<Evaluation>, numbers: impl Iterator<Item = &'n u64>) -> Outcomes {
    let mut all = Outcomes::default();
    numbers.filter_map(|number| log.get(*number)).for_each(|evaluation| all.extend(&evaluation.outcomes));
    all
}

/// The answer to `request`, for which `played` is known, and `new` of it new.
fn answer(setup: &Setup, number: u64, request: &Request, played: &Outcomes, new: Outcomes) -> Evaluation {
    let (objectives, violation) = setup.used_metrics.estimates(&setup.objectives, played);
    let outcomes = if setup.problem.plays_games() { new } else { Outcomes::default() };
    Evaluation {
        number,
        id: request.id,
        generation: request.generation,
        genome: request.genome.clone(),
        objectives,
        violation,
        games: request.rounds * setup.games_a_round(),
        outcomes,
    }
}
