//! How much a search may cost.

use std::convert::Infallible;

/// Nodes between two questions whether to stop; about a millisecond.
const NODES_A_QUESTION: u64 = 1 << 14;

/// A limit that a search asks at each node.
pub(super) trait Budget {
    /// What ends the search; a type without values for a search that always comes to its end.
    type Spent;

    /// Takes one node.
    ///
    /// # Errors
    /// If the search has to end.
    fn spend(&mut self) -> Result<(), Self::Spent>;
}

/// No limit.
pub(super) struct Unlimited;

impl Budget for Unlimited {
    type Spent = Infallible;

    #[inline]
    fn spend(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// So many nodes and no more.
pub(super) struct AtMost(pub(super) u64);

impl Budget for AtMost {
    type Spent = ();

    #[inline]
    fn spend(&mut self) -> Result<(), ()> {
        self.0 = self.0.checked_sub(1).ok_or(())?;
        Ok(())
    }
}

/// Until the caller says so.
pub(super) struct Until<'a> {
    stop: &'a dyn Fn() -> bool,
    nodes: u64,
}

impl<'a> Until<'a> {
    /// A search that ends soon after `stop` answers true.
    pub(super) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, nodes: 0 }
    }
}

impl Budget for Until<'_> {
    type Spent = ();

    #[inline]
    fn spend(&mut self) -> Result<(), ()> {
        let asks = self.nodes.is_multiple_of(NODES_A_QUESTION);
        self.nodes = self.nodes.wrapping_add(1);
        if asks && (self.stop)() { Err(()) } else { Ok(()) }
    }
}
