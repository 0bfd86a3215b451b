//! The loop: ask, evaluate, tell.

use super::data::RunData;
use super::end::End;
use super::forecast::{Costs, Outlook};
use super::history::FrontFigures;
use super::session::Session;
use super::smoothing::Beliefs;
use super::state::State;
use super::state::Values;
use super::{Context, Frame, HistoryRow, Setup, setup, stop};
use crate::error::Result;
use crate::objective::Evaluation;
use crate::optim::{Candidate, Evaluated, Individual};
use crate::run::Stopped;
use std::collections::BTreeMap;

/// The loop of a run: generation after generation. Beside the log of evaluations it writes nothing.
pub(crate) struct Loop {
    pub(super) data: RunData,
    pub(super) state: State,
    /// The evaluations of every candidate, in their order: what has been asked for alone, since after an
    /// interruption the log may know more.
    pub(super) evaluated: BTreeMap<u64, Vec<u64>>,
    /// What is believed of those in play in this generation, where smoothing is asked for.
    pub(super) beliefs: BTreeMap<u64, Beliefs>,
    pub(super) costs: Costs,
    session: Session,
}

impl Loop {
    /// The loop of the run with this `data`, at its start.
    ///
    /// # Errors
    /// What [`Setup::optimiser`] reports.
    pub fn fresh(data: RunData) -> Result<Self> {
        let state = State::fresh(&data.setup)?;
        Ok(Self::of(data, state))
    }

    /// The loop that goes on from `state`.
    pub fn of(data: RunData, state: State) -> Self {
        let session = Session::begun(&state.history, &data.setup.experiment);
        let mut evaluated: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (number, evaluation) in data.log.records().range(..state.numbers) {
            evaluated.entry(evaluation.id).or_default().push(*number);
        }
        Self { data, state, evaluated, beliefs: BTreeMap::new(), costs: Costs::default(), session }
    }

    /// What is known of the run.
    pub fn data(&self) -> &RunData {
        &self.data
    }

    /// The same, where the loop is no longer needed.
    pub fn into_data(self) -> RunData {
        self.data
    }

    /// The generations so far.
    pub fn history(&self) -> &[HistoryRow] {
        &self.state.history
    }

    /// What ended the run, if it has ended.
    pub fn stopped(&self) -> Option<Stopped> {
        stop::stopped(&self.state.history, &self.data.setup.experiment)
    }

    /// What the finals need to know of the run.
    pub fn end(&self) -> End<'_> {
        End::new(&self.data, &self.state, self.outlook())
    }

    /// What is still to be done.
    pub fn outlook(&self) -> Outlook<'_> {
        Outlook::new(&self.data, &self.state, &self.costs, &self.session)
    }

    /// Evolves one generation.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if it was stopped; [`Error::Missing`] if the log takes no records and lacks some;
    /// [`Error::RunFolder`] if it answers other questions.
    pub fn generation(&mut self, context: &mut Context<'_>) -> Result<()> {
        let told = self.state.optimiser.generation();
        context.observer.forecast(&self.outlook().foresee_generation());
        let candidates = self.state.optimiser.ask();
        self.sample(&candidates, told + 1, context)?;
        self.tell(&candidates)?;
        self.costs.end_generation();
        if let Some(row) = self.state.history.last() {
            context.observer.generation(row, self.data.setup.experiment.optimiser.n_gen.get());
        }
        Ok(())
    }

    /// Evolves the generations that are still to come.
    ///
    /// # Errors
    /// As [`Loop::generation`].
    pub fn run_out(&mut self, context: &mut Context<'_>) -> Result<()> {
        while self.stopped().is_none() {
            self.generation(context)?;
        }
        Ok(())
    }

    /// Tells the optimiser what its candidates are worth, and what is known better of its population.
    fn tell(&mut self, candidates: &[Candidate]) -> Result<()> {
        let population = self.state.optimiser.population().iter();
        let in_play = population.map(|i| i.id).chain(candidates.iter().map(|c| c.id));
        let mut members: Vec<Evaluated> = in_play.map(|id| self.heard(id)).collect::<Result<_>>()?;
        let told = members.split_off(members.len() - candidates.len());
        let first = candidates.first().map(|candidate| &candidate.genome);
        self.state.begins_with_offered = self.state.optimiser.offered().map(|it| first == Some(&it));
        if self.data.setup.smooths() {
            let heard = members.iter().chain(&told);
            self.state.heard.extend(heard.map(|it| (it.id, Values(it.objectives.clone()))));
        }
        self.state.optimiser.update(members)?;
        self.state.optimiser.tell(told)?;
        self.forget_the_dead();
        let evaluations = self.state.evaluations() + candidates.len() as u64;
        let seconds = self.session.seconds();
        self.note_generation(evaluations, self.state.games, seconds)
    }

    /// The population by nothing but its own games: what is smoothed may span no box at all.
    fn on_own_games(&self) -> Vec<Individual> {
        let mut population = self.state.optimiser.population().to_vec();
        for individual in &mut population {
            if let Ok(evaluation) = self.evaluation(individual.id) {
                individual.objectives = evaluated(&self.data.setup, evaluation).objectives;
            }
        }
        population
    }

    fn note_generation(&mut self, evaluations: u64, games: u64, seconds: f64) -> Result<()> {
        if self.state.frame.is_none() {
            self.state.frame = first_frame(&self.data.setup, &self.on_own_games());
        }
        let own = self.on_own_games();
        let setup = &self.data.setup;
        let State { optimiser, history, frame, .. } = &mut self.state;
        let front = optimiser.front();
        let heard: Vec<_> = front.iter().map(|i| (i.objectives.as_slice(), i.violation)).collect();
        let own: BTreeMap<u64, &Individual> =
            own.iter().map(|individual| (individual.id, individual)).collect();
        let own = front.iter().filter_map(|i| Some((own.get(&i.id)?.objectives.as_slice(), i.violation)));
        let figures = |points: &[_]| FrontFigures::of(points, frame.as_ref(), &setup.objectives);
        history.push(HistoryRow {
            generation: optimiser.generation(),
            evaluations,
            games,
            front_size: front.len(),
            own: figures(&own.collect::<Vec<_>>())?,
            smoothed: setup.smooths().then(|| figures(&heard)).transpose()?,
            seconds,
        });
        Ok(())
    }
}

/// The box of the true front where it is known in the run's objectives, else of the population, if it
/// makes one.
fn first_frame(setup: &Setup, population: &[Individual]) -> Option<Frame> {
    match setup.true_front(1000) {
        Some(front) => Some(Frame::around(&front)),
        None => Frame::spanned_by(population),
    }
}

/// An evaluation as the optimiser hears it: minimised.
pub(crate) fn evaluated(setup: &Setup, evaluation: &Evaluation) -> Evaluated {
    let values = evaluation.objectives.iter().map(|e| e.value);
    Evaluated {
        id: evaluation.id,
        objectives: setup::minimised(&setup.objectives, values),
        violation: evaluation.violation,
    }
}
