//! A run at its end, as the finals read it.

use super::data::RunData;
use super::forecast::Outlook;
use super::state::State;
use super::{Frame, HistoryRow, Setup, stop};
use crate::objective::{Evaluation, violation};
use crate::optim::Individual;
use crate::run::Stopped;

/// What the finals need to know of a run.
#[derive(Clone, Copy)]
pub(crate) struct End<'r> {
    data: &'r RunData,
    state: &'r State,
    outlook: Outlook<'r>,
}

impl<'r> End<'r> {
    pub(super) fn new(data: &'r RunData, state: &'r State, outlook: Outlook<'r>) -> Self {
        Self { data, state, outlook }
    }

    /// What is known of the run.
    pub fn data(&self) -> &'r RunData {
        self.data
    }

    /// How it is set up.
    pub fn setup(&self) -> &'r Setup {
        self.data.setup()
    }

    /// What is still to be done.
    pub fn outlook(&self) -> Outlook<'r> {
        self.outlook
    }

    /// Its generations.
    pub fn history(&self) -> &'r [HistoryRow] {
        &self.state.history
    }

    /// The box that hypervolume is measured in, if there is one.
    pub fn frame(&self) -> Option<&'r Frame> {
        self.state.frame.as_ref()
    }

    /// The last population.
    pub fn population(&self) -> &'r [Individual] {
        self.state.optimiser.population()
    }

    /// What the optimiser heard last of the candidate `id`, minimised; `None` where it hears of own games alone.
    pub fn heard(&self, id: u64) -> Option<&'r [f64]> {
        self.state.heard.get(&id).map(|values| values.0.as_slice())
    }

    /// The candidate of `evaluation` as the optimiser heard of it last, not ranked.
    pub fn individual(&self, evaluation: &Evaluation) -> Individual {
        let own = self.data.individual(evaluation);
        match self.heard(evaluation.id) {
            Some(heard) => Individual {
                violation: violation(&self.setup().objectives, heard),
                objectives: heard.to_vec(),
                ..own
            },
            None => own,
        }
    }

    /// Whether the optimiser offers a candidate beside those that it breeds.
    pub fn offers(&self) -> bool {
        self.state.optimiser.offered().is_some()
    }

    /// Whether the last generation began with what the optimiser offered; `None` where that is not known.
    pub fn begins_with_offered(&self) -> Option<bool> {
        self.state.begins_with_offered
    }

    /// What ended the run, if it has ended.
    pub fn stopped(&self) -> Option<Stopped> {
        stop::stopped(&self.state.history, &self.data.setup.experiment)
    }
}
