//! Memory of tables that nothing uses any more, kept for those of the next weight vector.
//!
//! A run makes tables for one weight vector after the other. New memory has to be cleared, and at
//! times asked of the system; and some of what a table holds is the same for all weight vectors.

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

/// Most tables of a kind that are kept, used or unused.
const MOST: usize = 64;

/// A table in use; its memory goes back when nothing uses it any more.
#[derive(Debug)]
pub(crate) struct Spare<T>(Arc<T>);

impl<T> Clone for Spare<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Spare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The tables of one kind.
#[derive(Debug)]
pub(crate) struct Spares<T>(Mutex<Vec<Arc<T>>>);

impl<T> Spares<T> {
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// A table that `fill` has filled: an unused one, which keeps what it held, or else a `new` one.
    pub fn table(&self, new: impl FnOnce() -> T, fill: impl FnOnce(&mut T)) -> Spare<T> {
        let mut table = self.unused().unwrap_or_else(new);
        fill(&mut table);
        let table = Arc::new(table);
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() < MOST {
            tables.push(Arc::clone(&table));
        }
        Spare(table)
    }

    fn unused(&self) -> Option<T> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = tables.iter().position(|table| Arc::strong_count(table) == 1)?;
        Arc::into_inner(tables.swap_remove(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_tables_are_filled_again_and_used_ones_are_left_alone() {
        let spares = Spares::new();
        let first = spares.table(|| vec![0; 3], |table| table[0] = 7);
        let second = spares.table(|| vec![0; 3], |table| table[1] = 8);
        assert_eq!((&first[..], &second[..]), (&[7, 0, 0][..], &[0, 8, 0][..]));
        let memory = first.as_ptr();
        drop(first);
        let third = spares.table(|| vec![0; 3], |table| table[2] = 9);
        assert_eq!((&third[..], third.as_ptr()), (&[7, 0, 9][..], memory));
        assert_eq!(second[..], [0, 8, 0]);
    }

    #[test]
    fn no_more_than_a_bound_are_kept() {
        let spares = Spares::new();
        let tables: Vec<Spare<usize>> =
            (0..2 * MOST).map(|i| spares.table(|| 0, |table| *table = i)).collect();
        assert!(tables.iter().enumerate().all(|(i, table)| **table == i));
        assert_eq!(spares.0.lock().unwrap().len(), MOST);
    }
}
