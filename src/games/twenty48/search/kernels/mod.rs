//! Ways to compute the same search: each plays exactly the moves of plain code, only faster.

mod memo;
mod one_ply;
mod permute;
#[cfg(target_arch = "x86_64")]
mod permute_avx2;
#[cfg(target_arch = "x86_64")]
mod permute_avx512;
mod permute_portable;

pub(super) use memo::Memo;
pub(super) use one_ply::OnePly;
pub(super) use permute::{Spawns, Tiles};

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::sync::OnceLock;

/// A way to compute a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Board by board and game by game, the judge of the others.
    Plain,
    /// Scalar code that shares work between boards and interleaves games.
    Portable,
    /// Vectors of 256 bits (x86-64 with AVX2).
    Avx2,
    /// Vectors of 512 bits (x86-64 with AVX-512 F, BW, DQ, VL, VBMI and VPOPCNTDQ).
    Avx512,
}

impl Kernel {
    /// All kernels, the slowest first.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Portable, Self::Avx2, Self::Avx512];

    /// `plain`, `portable`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The kernel called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kernel| kernel.name() == name)
    }

    /// True if this machine can run it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Plain | Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// The kernels that this machine can run, the slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available())
    }

    /// The kernel that the environment variable [`KERNEL_VARIABLE`] names; `None` where it is not set or
    /// empty.
    ///
    /// # Errors
    /// [`Error::Input`] with its value and what is allowed.
    pub fn of_environment() -> Result<Option<Self>> {
        Self::named(std::env::var_os(KERNEL_VARIABLE).as_deref())
    }

    fn named(value: Option<&OsStr>) -> Result<Option<Self>> {
        let name = value.unwrap_or_default().to_string_lossy();
        let name = name.trim();
        match Self::from_name(name) {
            None if !name.is_empty() => {
                let allowed = Self::ALL.map(Self::name).join(", ");
                Err(Error::Input(format!("{KERNEL_VARIABLE}={name}: allowed is {allowed}, or nothing")))
            }
            found => Ok(found),
        }
    }

    /// The kernel that plays where none is asked for: the one [`Self::force`]d, else the one that the
    /// environment variable [`KERNEL_VARIABLE`] names, else the fastest that this machine can run.
    pub fn best() -> Self {
        *CHOSEN.get_or_init(|| {
            let named = Self::of_environment().ok().flatten();
            let fastest = || Self::available().last().unwrap_or(Self::Plain);
            named.filter(|kernel| kernel.is_available()).unwrap_or_else(fastest)
        })
    }

    /// Makes this kernel the [`Self::best`] of the process. No result but the speed depends on it.
    ///
    /// # Errors
    /// [`Error::Input`] if this machine cannot run it, or if another one has played before.
    pub fn force(self) -> Result<()> {
        if !self.is_available() {
            let allowed: Vec<&str> = Self::available().map(Self::name).collect();
            let (name, allowed) = (self.name(), allowed.join(", "));
            return Err(Error::Input(format!(
                "kernel {name}: this machine cannot run it: allowed is {allowed}"
            )));
        }
        match *CHOSEN.get_or_init(|| self) {
            chosen if chosen == self => Ok(()),
            chosen => {
                let (name, chosen) = (self.name(), chosen.name());
                Err(Error::Input(format!("kernel {name}: {chosen} was chosen before")))
            }
        }
    }
}

/// The environment variable that chooses a kernel.
pub const KERNEL_VARIABLE: &str = "PARETUNE_KERNEL";

/// What [`Kernel::best`] answers.
static CHOSEN: OnceLock<Kernel> = OnceLock::new();

#[cfg(test)]
mod tests;
