//! JSON has no infinities and no NaN. Two forms of a float that may be one, for `#[serde(with)]`: [`exact`]
//! for the state that a run goes on from, [`figure`] for what people and other programs read.

pub mod exact;
pub mod figure;
