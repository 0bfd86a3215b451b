pub(super) use super::permute_portable::sum;
