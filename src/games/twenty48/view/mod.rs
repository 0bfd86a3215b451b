//! What a person sees of 2048.

mod advice;
mod bench;
mod statistics;
mod watch;

use super::heuristic::{Feature, FeatureSet};
use super::policy::{PRESETS, Policy, PolicySpec};
use super::search::MAX_PLY;
use crate::error::{Error, Result};
use crate::objective::Records;
use crate::problem::{
    Adviser, Allowed, Bench, FeatureInfo, GameOption, PolicyFile, PresetPolicy, Shown, View,
};
use std::time::Duration;

/// The view of 2048.
pub struct TheView;

const OPTIONS: [GameOption; 1] = [GameOption {
    name: "ply",
    value: "N",
    help: "Search so deep, whatever the policy says",
    allowed: Allowed::Whole(1, MAX_PLY as u64),
}];

impl View for TheView {
    fn presets(&self) -> &'static [PresetPolicy] {
        &PRESETS
    }

    fn options(&self) -> &'static [GameOption] {
        &OPTIONS
    }

    fn adjusted(&self, policy: &PolicyFile, name: &str, value: &str) -> Result<PolicyFile> {
        let refuse = || Error::Input(format!("--{name} {value}: allowed is 1 to {MAX_PLY}"));
        let ply = value.parse().ok().filter(|ply| name == "ply" && (1..=MAX_PLY).contains(ply));
        let ply = ply.ok_or_else(refuse)?;
        let mut spec = PolicySpec::of(policy)?;
        spec.members.iter_mut().for_each(|member| member.search.ply = ply);
        spec.file()
    }

    fn statistics(&self, records: &Records, took: Duration) -> Result<Option<Shown>> {
        let statistics = statistics::Statistics::new(records, took);
        let json = serde_json::to_value(&statistics).map_err(|e| Error::Internal(format!("JSON: {e}")))?;
        Ok(Some(Shown { text: Box::new(move |width| statistics.to_text(width)), json }))
    }

    fn watch(
        &self,
        policy: &PolicyFile,
        seed: u64,
        see: &mut dyn FnMut(&str) -> Result<bool>,
    ) -> Result<u64> {
        watch::watch(&Policy::new(PolicySpec::of(policy)?)?, seed, see)
    }

    fn position(&self) -> Option<&'static str> {
        Some(advice::BOARD)
    }

    fn adviser(&self, policy: &PolicyFile) -> Result<Box<dyn Adviser>> {
        Ok(Box::new(advice::PolicyAdviser(Policy::new(PolicySpec::of(policy)?)?)))
    }

    fn features(&self) -> Vec<FeatureInfo> {
        let info = |feature: Feature| FeatureInfo {
            name: feature.name(),
            meaning: feature.meaning(),
            scale: feature.scale(),
            sets: FeatureSet::sets_with(feature),
        };
        Feature::ALL.map(info).to_vec()
    }

    fn bench(&self) -> Option<&dyn Bench> {
        Some(&bench::KernelBench)
    }
}
