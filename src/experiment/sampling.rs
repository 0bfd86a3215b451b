//! `[sampling]`: how many games a candidate plays, and when.

use crate::whole::Whole;
use serde::{Deserialize, Serialize};

/// `[sampling]`, or `sampling = "<method>"` for short. Games come in rounds: one round is the
/// `games` of every scenario, on seeds that follow those of the round before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SamplingConfig {
    /// How rounds are given out; default `racing`.
    pub method: SamplingMethod,
    /// Most rounds of one candidate, 1 to 1,000,000; default 250. `fixed` plays one.
    pub max_rounds: Whole<1, 1_000_000>,
    /// `racing`: most rounds of a generation beyond the first one of every candidate, in
    /// population sizes, 0 to 1,000; default 1.
    pub extra: f64,
    /// Which seeds the first round of a candidate plays; default `fresh`, with the method `fixed` `fixed`.
    pub seeds: Option<Seeds>,
    /// What else counts for a candidate besides its own games; default `kriging`, with the method
    /// `fixed` `none`.
    pub smoothing: Option<Smoothing>,
}

impl SamplingConfig {
    /// Fills in what depends on the method. A fixed batch for all candidates is what the field knows by
    /// that name, so nothing is added to it.
    pub fn fill(&mut self) {
        let is_fixed = self.method == SamplingMethod::Fixed;
        self.seeds.get_or_insert(if is_fixed { Seeds::Fixed } else { Seeds::Fresh });
        self.smoothing.get_or_insert(if is_fixed { Smoothing::None } else { Smoothing::Kriging });
    }

    /// The most rounds that a candidate can play.
    pub fn most_rounds(&self) -> u64 {
        if self.method == SamplingMethod::Fixed { 1 } else { self.max_rounds.get() }
    }

    /// Whether what the optimiser hears of a candidate may change after its first round.
    pub fn hears_again(&self) -> bool {
        self.method != SamplingMethod::Fixed || self.smoothing == Some(Smoothing::Kriging)
    }

    /// What a run did that was begun before games came in rounds.
    pub(super) fn before_rounds() -> Self {
        Self { method: SamplingMethod::Fixed, ..Self::default() }
    }

    /// Fills in what a run says that was begun before these keys were there.
    pub(super) fn fill_as_before(&mut self) {
        self.seeds.get_or_insert(Seeds::Fixed);
        self.smoothing.get_or_insert(Smoothing::None);
    }
}

impl Default for SamplingConfig {
    fn default() -> Self {
        Self {
            method: SamplingMethod::default(),
            max_rounds: Whole::new(250),
            extra: 1.0,
            seeds: None,
            smoothing: None,
        }
    }
}

/// `sampling.method`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SamplingMethod {
    /// One round a candidate, the same seeds for all, and that is all that is ever known of it.
    Fixed,
    /// One round a candidate, and one more for every survivor in every generation.
    Growing,
    /// One round a candidate, and more for each, new or old, that may be on the front as far as the
    /// errors tell.
    #[default]
    Racing,
}

/// `sampling.seeds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seeds {
    /// The same for all candidates, in all generations. Vectors that differ little play alike on the
    /// same seeds, so a lineage may adapt to the luck of a small first round.
    Fixed,
    /// Every generation has rounds of its own, so that a converging population does not adapt to one small batch,
    /// and no child is judged by games on which its parents were selected.
    Fresh,
}

/// `sampling.smoothing`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Smoothing {
    /// A candidate is ranked by its own games alone.
    None,
    /// By its own games and those of candidates with similar genomes: every value is the one to be
    /// expected by a Gaussian process over the genomes of the last candidates.
    Kriging,
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    /// `[sampling]` of the complete experiment of an older run, filled in.
    fn as_before(sampling: &str) -> SamplingConfig {
        let mut run = parse("run", &format!("[validation]\ngames = 9\n{sampling}"), &[]).unwrap().experiment;
        run.fill_as_before();
        run.sampling.unwrap()
    }

    #[test]
    fn an_older_run_keeps_what_it_did_before_a_key_was_there() {
        let by = |seeds, smoothing| (Some(seeds), Some(smoothing));
        let of = |config: SamplingConfig| (config.method, (config.seeds, config.smoothing));
        let plain = by(Seeds::Fixed, Smoothing::None);
        assert_eq!(of(as_before("")), (SamplingMethod::Fixed, plain));
        assert_eq!(of(as_before("[sampling]\nmethod = \"racing\"")), (SamplingMethod::Racing, plain));
        let later = by(Seeds::Fresh, Smoothing::None);
        assert_eq!(of(as_before("[sampling]\nseeds = \"fresh\"")), (SamplingMethod::Racing, later));
        let mut exact = parse("run", "domain = \"zdt1\"", &[]).unwrap().experiment;
        exact.fill_as_before();
        assert_eq!(exact.sampling, None);
    }
}
