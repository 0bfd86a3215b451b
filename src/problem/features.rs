//! Features of a heuristic, as experiments and policies name them.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// A feature of the heuristic of a game.
pub trait NamedFeature: Copy + PartialEq + 'static {
    /// The named sets of features, the default one first.
    const SETS: &'static [(&'static str, &'static [Self])];

    /// All features.
    fn all() -> impl Iterator<Item = Self>;

    /// Its name, which no other feature of the game has.
    fn name(self) -> &'static str;
}

/// An ordered list of distinct features: what the genes of a weight vector mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureList<F> {
    features: Vec<F>,
}

/// A named feature set or a list of features, as an experiment says it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "the name of a feature set, or a list of feature names")]
pub enum FeatureChoice {
    /// The name of a set.
    Named(String),
    /// The features themselves, in order.
    List(Vec<String>),
}

impl FeatureChoice {
    /// The features of `choice`, or the default set.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is not known, and what is allowed.
    pub fn features<F: NamedFeature>(choice: Option<&Self>) -> Result<FeatureList<F>> {
        match choice {
            None => {
                Ok(FeatureList { features: F::SETS.first().map(|set| set.1.to_vec()).unwrap_or_default() })
            }
            Some(Self::Named(name)) => FeatureList::from_name(name),
            Some(Self::List(names)) => {
                FeatureList::from_names(&names.iter().map(String::as_str).collect::<Vec<_>>())
            }
        }
    }
}

impl<F: NamedFeature> FeatureList<F> {
    /// The set called `name`.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is allowed.
    pub fn from_name(name: &str) -> Result<Self> {
        let sets: Vec<&str> = F::SETS.iter().map(|(name, _)| *name).collect();
        let allowed = || format!("{}, or a list of {}", sets.join(", "), names::<F>());
        let refuse = || Error::Input(format!("{name:?}: allowed is {}", allowed()));
        let found = F::SETS.iter().find(|(known, _)| *known == name).ok_or_else(refuse)?;
        Ok(Self { features: found.1.to_vec() })
    }

    /// The names of the sets that hold `feature`.
    pub fn sets_with(feature: F) -> Vec<&'static str> {
        F::SETS.iter().filter(|(_, features)| features.contains(&feature)).map(|(name, _)| *name).collect()
    }

    /// The features called `wanted`, in this order.
    ///
    /// # Errors
    /// [`Error::Input`] naming a feature that is unknown or there twice, or an empty list.
    pub fn from_names(wanted: &[&str]) -> Result<Self> {
        let mut features = Vec::new();
        for name in wanted {
            let unknown = || Error::Input(format!("feature {name:?}: allowed is {}", names::<F>()));
            let feature = F::all().find(|known| known.name() == *name).ok_or_else(unknown)?;
            if features.contains(&feature) {
                return Err(Error::Input(format!("feature {name:?} is there twice")));
            }
            features.push(feature);
        }
        if features.is_empty() {
            return Err(Error::Input(format!("no feature: allowed is {}", names::<F>())));
        }
        Ok(Self { features })
    }

    /// Their names, in order.
    pub fn names(&self) -> Vec<String> {
        self.features.iter().map(|feature| feature.name().to_owned()).collect()
    }

    /// The features in order.
    pub fn features(&self) -> &[F] {
        &self.features
    }
}

fn names<F: NamedFeature>() -> String {
    F::all().map(F::name).collect::<Vec<_>>().join(", ")
}
