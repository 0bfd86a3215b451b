//! What work counts, and that the cache changes nothing else.

use super::super::{Choice, GameRecord, SearchOptions, Searcher, play_game, play_with};
use super::{game, heuristic};
use crate::games::twenty48::rules::Move;

#[test]
fn one_ply_looks_at_one_board_a_move() {
    for set in ["lines", "article"] {
        let heuristic = heuristic(set);
        let mut searcher = Searcher::new(&heuristic, SearchOptions::exact(1));
        for index in 0..20 {
            let record = play_game(&mut searcher, game(index));
            assert_eq!(record.work, u64::from(record.moves));
        }
    }
}

/// The root, and two tiles in each empty cell after each legal move.
#[test]
fn two_plies_look_at_every_spawn() {
    for set in ["lines", "article"] {
        let heuristic = heuristic(set);
        let mut searcher = Searcher::new(&heuristic, SearchOptions::exact(2));
        let mut expected = 0;
        let record = play_with(&mut |board| searcher.choose(board), game(0), |board, _| {
            let legal = Move::ALL.into_iter().filter_map(|direction| board.moved(direction));
            expected += 1 + legal.map(|(after, _)| 2 * u64::from(after.empty_count())).sum::<u64>();
        });
        assert!(record.moves > 100);
        assert_eq!(searcher.work(), expected);
    }
}

#[test]
fn a_new_game_starts_from_no_work() {
    let heuristic = heuristic("lines");
    let mut searcher = Searcher::new(&heuristic, SearchOptions { ply: 3, cutoff: 0.05, cache: true });
    let first = play_game(&mut searcher, game(1));
    play_game(&mut searcher, game(2));
    assert_eq!(play_game(&mut searcher, game(1)), first);
    searcher.new_game();
    assert_eq!(searcher.work(), 0);
}

/// All choices of a game, and its record.
fn played(set: &str, options: SearchOptions, index: u64) -> (Vec<Choice>, GameRecord) {
    let heuristic = heuristic(set);
    let mut searcher = Searcher::new(&heuristic, options);
    let mut choices = vec![];
    let choose = &mut |board| searcher.choose(board);
    let mut record = play_with(choose, game(index), |_, choice| choices.push(*choice));
    record.work = searcher.work();
    (choices, record)
}

fn cache_changes_work_only(ply: u8, cutoff: f64, games: u64) {
    for set in ["lines", "article"] {
        for index in 0..games {
            let (plain, without) = played(set, SearchOptions { ply, cutoff, cache: false }, index);
            let (cached, with) = played(set, SearchOptions { ply, cutoff, cache: true }, index);
            assert!(plain == cached, "{set}, {ply}-ply, cut-off {cutoff}, game {index}");
            assert!(with.work <= without.work, "{} {}", with.work, without.work);
            assert!(ply < 3 || with.work < without.work, "the cache is of use");
            assert_eq!(GameRecord { work: 0, ..with }, GameRecord { work: 0, ..without });
        }
    }
}

#[test]
fn the_cache_changes_no_move_of_an_exact_search() {
    cache_changes_work_only(2, 0.0, 3);
    cache_changes_work_only(3, 0.0, 2);
}

#[test]
fn the_cache_changes_no_move_of_a_search_with_cut_off() {
    cache_changes_work_only(3, 0.05, 2);
    cache_changes_work_only(4, 0.1, 1);
}

#[test]
fn a_cut_off_looks_at_fewer_boards() {
    let heuristic = heuristic("lines");
    let board = "2 4 8 16/0 0 2 64/0 0 0 4/0 2 0 0".parse().unwrap();
    let work = |cutoff| {
        let mut searcher = Searcher::new(&heuristic, SearchOptions { ply: 3, cutoff, cache: false });
        searcher.choose(board);
        searcher.work()
    };
    assert!(work(0.0) > work(0.02) && work(0.02) > work(0.5));
}

/// Gains, moves, and the empty cells before each move.
#[test]
fn the_record_adds_up() {
    let heuristic = heuristic("lines");
    let mut searcher = Searcher::new(&heuristic, SearchOptions::exact(1));
    let (mut score, mut moves, mut empty_sum) = (0, 0, 0);
    let record = play_with(&mut |board| searcher.choose(board), game(3), |board, choice| {
        score += u64::from(choice.gain);
        moves += 1;
        empty_sum += u64::from(board.empty_count());
    });
    assert_eq!((record.score, record.moves, record.empty_sum), (score, moves, empty_sum));
}

#[test]
fn options_out_of_range_are_refused() {
    let refused = |ply, cutoff| SearchOptions { ply, cutoff, cache: false }.validate().unwrap_err();
    assert!(refused(0, 0.0).contains("ply = 0: allowed is 1 to 8"));
    assert!(refused(9, 0.0).contains("ply = 9"));
    for cutoff in [-0.1, 0.6, f64::NAN] {
        assert!(
            refused(2, cutoff).contains(&format!("cutoff = {cutoff}: allowed is a number from 0 to 0.5"))
        );
    }
}
