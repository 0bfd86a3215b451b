//! The hypervolume indicator.
