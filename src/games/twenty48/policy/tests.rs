//! Members and rules, work, and policy files good and bad.

use super::{Condition, MeasuredPlay, Member, PRESETS, Policy, PolicySpec, Rule};
use crate::games::twenty48::heuristic::Feature;
use crate::games::twenty48::rules::{Board, Move};
use crate::games::twenty48::search::{GameRecord, SearchOptions, play_with};
use crate::rng::{Purpose, seed};
use crate::statistics::Estimate;

fn preset(name: &str) -> PolicySpec {
    let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
    PolicySpec::of(&preset.policy().unwrap()).unwrap()
}

fn member(name: &str, ply: u8) -> Member {
    let weights = vec![0.7, 0.3, 0.25, 0.9];
    Member { name: name.into(), weights, search: SearchOptions::exact(ply) }
}

fn single(member: Member) -> PolicySpec {
    let features = ["empty", "merges", "mono1", "sum35"].map(String::from).to_vec();
    PolicySpec::single(features, member)
}

fn at_most(empty: u32) -> Condition {
    Condition { empty_at_most: Some(empty), ..Condition::default() }
}

fn rule(member: &str, when: Condition) -> Rule {
    Rule { member: member.into(), when }
}

/// `first`, and `second` where at most `empty` cells are empty.
fn switching(first: Member, second: Member, empty: u32) -> PolicySpec {
    let rules = vec![rule(&second.name, at_most(empty))];
    let mut spec = single(first);
    spec.members.push(second);
    PolicySpec { rules, ..spec }
}

fn play(spec: PolicySpec, games: u64) -> Vec<GameRecord> {
    let seeds: Vec<u64> = (0..games).map(|index| seed(12, Purpose::Play, index)).collect();
    Policy::new(spec).unwrap().play(&seeds)
}

#[test]
fn the_first_rule_that_holds_picks_the_member() {
    let mut spec = single(member("a", 1));
    spec.members.extend([member("b", 1), member("c", 1)]);
    spec.rules = vec![rule("c", at_most(2)), rule("b", at_most(8)), rule("a", at_most(8))];
    let policy = Policy::new(spec).unwrap();
    let chosen = |text: &str| policy.member_for(text.parse().unwrap());
    assert_eq!(chosen("2 4 8 16/2 4 8 16/2 4 8 16/2 4 0 0"), 2);
    assert_eq!(chosen("2 4 8 16/2 4 8 16/2 0 0 0/0 0 0 0"), 1);
    assert_eq!(chosen("2 4 8 16/0 0 0 0/0 0 0 0/0 0 0 0"), 0);
}

#[test]
fn a_second_member_like_the_first_changes_nothing() {
    for ply in [1, 2] {
        let alone = play(single(member("a", ply)), 10);
        assert_eq!(play(switching(member("a", ply), member("b", ply), 6), 10), alone);
    }
}

/// Two caches find less than one, so work may differ; games may not.
#[test]
fn a_second_member_like_the_first_changes_no_game_with_caches() {
    let cached = |name| {
        let search = SearchOptions { ply: 3, cutoff: 0.05, cache: true };
        Member { search, ..member(name, 3) }
    };
    let games = |spec| play(spec, 2).into_iter().map(|record| GameRecord { work: 0, ..record });
    assert!(games(single(cached("a"))).eq(games(switching(cached("a"), cached("b"), 6))));
}

/// One board a move at 1-ply; at 2-ply two more for each empty cell after each legal move.
#[test]
fn work_is_that_of_all_members() {
    let policy = Policy::new(switching(member("a", 1), member("b", 2), 5)).unwrap();
    let mut player = policy.player();
    let (mut expected, mut used) = (0, [0, 0]);
    let count = |board: Board| {
        let legal = Move::ALL.into_iter().filter_map(|direction| board.moved(direction));
        1 + legal.map(|(after, _)| 2 * u64::from(after.empty_count())).sum::<u64>()
    };
    let game = seed(12, Purpose::Play, 1);
    let record = play_with(&mut |board| player.choose(board), game, |board, _| {
        let member = usize::from(board.empty_count() <= 5);
        used[member] += 1;
        expected += if member == 0 { 1 } else { count(board) };
    });
    assert!(used[0] > 0 && used[1] > 0, "{used:?}");
    assert_eq!(player.work(), expected);
    assert_eq!(policy.play(&[game]), [GameRecord { work: expected, ..record }]);
    player.new_game();
    assert_eq!(player.work(), 0);
}

#[test]
fn switching_deeper_costs_work_between_the_members() {
    let work = |spec| play(spec, 10).iter().map(|r| r.work as f64 / f64::from(r.moves)).sum::<f64>();
    let (low, high) = (work(single(member("a", 1))), work(single(member("a", 2))));
    let between = work(switching(member("a", 1), member("b", 2), 4));
    assert!(low < between && between < high, "{low} {between} {high}");
}

#[test]
fn json_comes_back() {
    let mut spec = switching(member("a", 2), member("b", 3), 2);
    spec.members[1].search = SearchOptions { ply: 3, cutoff: 0.1, cache: true };
    spec.members[1].weights[2] = 0.1 + 0.2;
    let mean_score = Estimate { value: 12_345.678, std_error: 9.1, games: 1000 };
    spec.measured = Some(MeasuredPlay { mean_score, work_per_move: Some(137.25) });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.json");
    let text = spec.file().unwrap().to_json().unwrap();
    assert!(text.ends_with("}\n"));
    std::fs::write(&path, text).unwrap();
    assert_eq!(PolicySpec::read(&path).unwrap(), spec);
    assert_eq!(Policy::load(&path).unwrap().spec(), &spec);
}

#[test]
fn the_built_in_policy_plays() {
    let policy = Policy::new(preset("quick")).unwrap();
    assert!(policy.choose(&"2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0".parse().unwrap()).is_some());
    assert_eq!(policy.choose(&"2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2".parse().unwrap()), None);
}

#[test]
fn presets_are_policies_with_figures_from_the_cheapest_to_the_dearest() {
    let figures = PRESETS.map(|preset| {
        let policy = Policy::new(PolicySpec::of(&preset.policy().unwrap()).unwrap()).unwrap();
        assert_eq!(policy.spec().members[0].name, preset.name);
        let plays = policy.spec().members[0].search;
        assert!(preset.plays.starts_with(&format!("{}-ply", plays.ply)), "{}", preset.name);
        policy.spec().measured.clone().unwrap()
    });
    assert!(figures.iter().all(|it| it.mean_score.std_error < 0.02 * it.mean_score.value));
    assert!(figures.is_sorted_by(|a, b| a.work_per_move.unwrap() <= b.work_per_move.unwrap()));
}

#[test]
fn nneonneos_weights_are_those_that_are_published() {
    let spec = preset("nneonneo");
    let coefficient =
        |(feature, weight): (&String, &f64)| weight / Feature::from_name(feature).unwrap().scale();
    let coefficients: Vec<f64> =
        spec.features.iter().zip(&spec.members[0].weights).map(coefficient).collect();
    assert_eq!(spec.features, ["empty", "merges", "mono4", "sum35"]);
    assert!(coefficients.iter().zip([270.0, 700.0, 47.0, 11.0]).all(|(a, b)| (a - b).abs() < 1e-9));
}

/// A good file, of which each bad one changes one thing.
const GOOD: &str = r#"{"format":1,"game":"twenty48","features":["empty","mono1"],"members":[
{"name":"a","weights":[0.5,0.25],"search":{"ply":2,"cutoff":0.1,"cache":true}}],
"rules":[{"use":"a","when":{"empty_at_most":3}}]}"#;

/// Loads the good file with `from` replaced, which is refused in one line naming file and `key`.
fn refused(from: &str, to: &str, key: &str) {
    assert!(GOOD.contains(from), "{from}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.json");
    std::fs::write(&path, GOOD.replacen(from, to, 1)).unwrap();
    let error = Policy::load(&path).unwrap_err();
    let message = error.to_string();
    assert_eq!(error.exit_code(), 2, "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
    assert!(message.contains(key), "{to}: {message}");
}

#[test]
fn the_good_file_is_good() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("good.json");
    std::fs::write(&path, GOOD).unwrap();
    assert!(Policy::load(&path).is_ok());
}

#[test]
fn bad_weights_are_refused() {
    refused("[0.5,0.25]", "[0.5,0.25,0.1]", "members[0].weights has 3 weights: allowed are 2");
    refused("[0.5,0.25]", "[0.5,-0.25]", "weight of mono1 = -0.25");
    refused("[0.5,0.25]", "[0.5,NaN]", "line 2 column 28");
    refused("[0.5,0.25]", "[0.5,null]", "members[0].weights[1]");
    refused("[0.5,0.25]", "[0.5,1e999]", "number out of range");
    refused("[0.5,0.25]", "[0,0]", "all weights are 0");
}

#[test]
fn a_weight_that_is_not_a_number_is_refused() {
    let mut spec = single(member("a", 1));
    spec.members[0].weights[2] = f64::NAN;
    let message = Policy::new(spec).unwrap_err().to_string();
    assert!(message.contains("member \"a\": weight of mono1 = NaN"), "{message}");
}

#[test]
fn unknown_names_are_refused() {
    refused("\"game\"", "\"colour\":1,\"game\"", "colour");
    refused("\"ply\"", "\"depth\":1,\"ply\"", "members[0].search.depth");
    refused("empty_at_most", "empties_at_most", "rules[0].when.empties_at_most");
    refused("\"use\":\"a\"", "\"use\":\"b\"", "rules[0].use = \"b\": allowed is a");
    refused("\"mono1\"", "\"mono9\"", "feature \"mono9\"");
    refused("\"mono1\"", "\"empty\"", "feature \"empty\" is there twice");
    refused("twenty48", "chess", "game = \"chess\"");
}

#[test]
fn bad_searches_are_refused() {
    refused("\"ply\":2", "\"ply\":0", "members[0].search: ply = 0: allowed is 1 to 8");
    refused("\"ply\":2", "\"ply\":-1", "members[0].search.ply");
    refused("0.1", "0.7", "members[0].search: cutoff = 0.7");
}

#[test]
fn files_of_another_kind_are_refused() {
    refused("\"format\":1", "\"format\":2", "format = 2: allowed is 1");
    refused("\"format\":1,", "", "format");
    refused("\"rules\"", "\"rules\":[]} {\"x\"", "trailing");
    refused("{\"format\"", "not json {\"format\"", "expected");
}

#[test]
fn members_are_needed_and_distinct() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.json");
    let mut spec = switching(member("a", 1), member("a", 2), 3);
    std::fs::write(&path, spec.file().unwrap().to_json().unwrap()).unwrap();
    assert!(Policy::load(&path).unwrap_err().to_string().contains("members[1].name = \"a\""));
    spec.members.clear();
    std::fs::write(&path, spec.file().unwrap().to_json().unwrap()).unwrap();
    assert!(Policy::load(&path).unwrap_err().to_string().contains("members is empty"));
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.json");
    let message = Policy::load(&path).unwrap_err().to_string();
    assert!(message.contains("none.json: cannot read"), "{message}");
}
