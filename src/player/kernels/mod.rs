//! Faster ways to play the same games: every kernel makes the moves that the plain engine makes.

mod one_ply;

pub use one_ply::{OnePlyPlayer, play_games_one_ply};

/// A way to compute; all of them give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// One game after the other, the judge of the others.
    Plain,
    /// Several games side by side in plain code, for any machine.
    Portable,
    /// Vectors of 256 bits (x86-64 with AVX2).
    Avx2,
    /// Vectors of 512 bits (x86-64 with AVX-512 F, BW, DQ, VBMI and VPOPCNTDQ).
    Avx512,
}

impl Kernel {
    /// All kernels, the fastest last.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Portable, Self::Avx2, Self::Avx512];

    /// Its name: `plain`, `portable`, `avx2` or `avx512`.
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
    #[cfg(target_arch = "x86_64")]
    pub fn available(self) -> bool {
        match self {
            Self::Plain | Self::Portable => true,
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
        }
    }

    /// True if this machine can run it.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn available(self) -> bool {
        matches!(self, Self::Plain | Self::Portable)
    }

    /// The fastest that this machine can run.
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|kernel| kernel.available()).unwrap_or(Self::Plain)
    }
}
