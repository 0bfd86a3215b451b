//! Work that was stopped or killed and goes on.

use super::super::{Book, Position, compute};
use super::{file, finished, made_up, made_up_book};
use crate::error::Error;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

const STONES: u32 = 6;

#[test]
fn work_that_was_stopped_goes_on_to_the_same_bytes() {
    let (_folder, path) = file();
    let mut stops = 0;
    loop {
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > 20;
        let search = |position: Position| Some(made_up(position));
        match compute::run(&path, STONES, &search, &mut |_, _| {}, &stop) {
            Ok(_) => break,
            Err(Error::Interrupted(why)) => {
                assert!(why.starts_with(&format!("{}: ", path.display())), "{why}");
                assert!(why.ends_with("scores are kept, and the work can go on"), "{why}");
            }
            Err(other) => panic!("{other}"),
        }
        stops += 1;
    }
    assert!(stops > 3);
    assert_eq!(fs::read(&path).unwrap(), finished(STONES));
}

#[test]
fn a_search_that_stops_ends_the_work() {
    let (_folder, path) = file();
    let searched = AtomicUsize::new(0);
    let search = |position| (searched.fetch_add(1, Ordering::Relaxed) < 300).then(|| made_up(position));
    let stopped = compute::run(&path, STONES, &search, &mut |_, _| {}, &|| false);
    assert!(matches!(stopped, Err(Error::Interrupted(_))));
    let unfinished = Book::read(&path).unwrap_err().to_string();
    assert!(unfinished.contains("unfinished or damaged"), "{unfinished}");
    made_up_book(&path, STONES).unwrap();
    assert_eq!(fs::read(&path).unwrap(), finished(STONES));
}

#[test]
fn a_stopped_call_searches_nothing() {
    let (_folder, path) = file();
    let stopped = Book::compute(&path, 4, 16, &mut |_, _| {}, &|| true);
    let why = stopped.unwrap_err().to_string();
    assert!(why.starts_with("interrupted; ") && why.contains(": 0 of "), "{why}");
}

#[test]
fn a_torn_end_is_cut_off_and_worked_out_again() {
    let whole = finished(4);
    for length in (0..whole.len()).step_by(7).chain(whole.len() - 20..whole.len()) {
        let (_folder, path) = file();
        fs::write(&path, &whole[..length]).unwrap();
        let read = Book::read(&path).unwrap_err().to_string();
        assert!(read.starts_with(&path.display().to_string()), "{read}");
        made_up_book(&path, 4).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "of {length} bytes");
    }
}

#[test]
fn a_last_block_of_wrong_bytes_is_a_torn_end() {
    let whole = finished(4);
    let (_folder, path) = file();
    let mut torn = whole.clone();
    *torn.last_mut().unwrap() ^= 1;
    fs::write(&path, torn).unwrap();
    assert!(Book::read(&path).is_err());
    made_up_book(&path, 4).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn threads_do_not_change_the_bytes() {
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (_folder, path) = file();
        pool.install(|| made_up_book(&path, STONES)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), finished(STONES));
    }
}

#[test]
fn progress_grows_to_all_scores() {
    let (_folder, path) = file();
    let mut told = Vec::new();
    let search = |position: Position| Some(made_up(position));
    let mut progress = |done, all| told.push((done, all));
    let book = compute::run(&path, 4, &search, &mut progress, &|| false).unwrap();
    assert_eq!((told[0], told[told.len() - 1]), ((0, book.len()), (book.len(), book.len())));
    assert!(told.is_sorted());
}
