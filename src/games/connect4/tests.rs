//! The slice as a game: pairs of games, grades, genomes, keys.

use super::Connect4;
use super::openings::marked;
use crate::objective::Records;
use crate::problem::{Game, PolicyFile, Problem, Scenario};
use crate::rng::{Purpose, seed};
use toml::Table;

fn game(keys: &str) -> Connect4 {
    Connect4::new(&keys.parse::<Table>().unwrap()).unwrap()
}

fn scenario(game: &Connect4, keys: &str) -> Scenario {
    let keys = game.scenario_keys(&keys.parse().unwrap()).unwrap();
    Scenario { keys, ..Scenario::default() }
}

fn preset(name: &str) -> PolicyFile {
    let presets = Connect4::VIEW.presets();
    presets.iter().find(|preset| preset.name == name).unwrap().policy().unwrap()
}

fn seeds(count: u64) -> Vec<u64> {
    (0..count).map(|i| marked(seed(5, Purpose::Play, i), Purpose::Play)).collect()
}

fn column(game: &Connect4, records: &Records, name: &str) -> Vec<f64> {
    let column = game.metrics().iter().position(|metric| metric.name == name).unwrap();
    records.column(column).collect()
}

#[test]
fn points_of_both_sides_sum_to_1() {
    let game = game("");
    let plain = scenario(&game, "agreement_from = 42");
    let points = |a: &str, b: &str| {
        let player = game.duel(&preset(a), &preset(b)).unwrap().unwrap();
        column(&game, &player.play(&plain, &seeds(30)).unwrap(), "points")
    };
    let [article, random] = [points("c4-article", "c4-random"), points("c4-random", "c4-article")];
    assert!(article.iter().sum::<f64>() > 28.0 && random.iter().sum::<f64>() < 2.0);
    assert_eq!(points("c4-article", "c4-article"), vec![0.5; 30]);
}

#[test]
fn columns_fit_each_other() {
    let game = game("");
    let records = game.player(&preset("c4-article")).unwrap();
    let records = records.play(&scenario(&game, "agreement_from = 16"), &seeds(20)).unwrap();
    let of = |name: &str| column(&game, &records, name);
    for row in 0..20 {
        let [points, first, second, result] =
            ["points", "points_first", "points_second", "result"].map(|name| of(name)[row]);
        assert_eq!((points, result), ((first + second) / 2.0, 2.0 * (first + second)));
        let [plies, moves, graded, agreement] =
            ["plies", "moves", "graded", "agreement"].map(|name| of(name)[row]);
        assert!((10.0..=42.0).contains(&plies) && moves <= 2.0 * plies - 12.0 && graded < moves);
        assert!((0.0..=1.0).contains(&agreement) && of("nodes")[row] > 1.0);
    }
}

#[test]
fn the_solver_keeps_every_result_and_chance_does_not() {
    let game = game("");
    let setting = scenario(&game, "opponent = \"random\"\nagreement_from = 14");
    let agreement = |name: &str, games: u64| {
        let records = game.player(&preset(name)).unwrap().play(&setting, &seeds(games)).unwrap();
        column(&game, &records, "agreement")
    };
    assert_eq!(agreement("c4-solver", 2), [1.0; 2]);
    // Games that chance ends before 14 stones have no graded move.
    let by_chance = agreement("c4-random", 20);
    assert!(by_chance.iter().any(|share| *share < 1.0));
}

#[test]
fn rows_do_not_depend_on_what_was_played_before() {
    let game = game("");
    let player = game.candidate(&[1.0 / 12.0; 12]).unwrap();
    let setting = scenario(&game, "nodes = 300\nagreement_from = 20");
    let all = player.play(&setting, &seeds(12)).unwrap();
    for (row, seed) in seeds(12).into_iter().enumerate().skip(7) {
        let alone = player.play(&setting, &[seed]).unwrap();
        for column in 0..game.metrics().len() {
            assert_eq!(alone.column(column).next(), all.column(column).nth(row));
        }
    }
}

#[test]
fn a_preset_begins_a_run_whatever_the_features() {
    let article = game("features = \"article\"").initial("c4-article").unwrap();
    assert!((article.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let threats = game("search = { depth = [2, 8], devices = [\"table\"] }").initial("c4-article").unwrap();
    assert_eq!((threats.len(), &threats[12..]), (14, &[4.0, 1.0][..]));
    for (keys, name, part) in [
        ("features = [\"three\", \"two\"]", "c4-article", "lacks one"),
        ("", "c4-random", "plays by weights"),
        ("", "x", "c4-random, c4-article"),
    ] {
        let said = game(keys).initial(name).unwrap_err().to_string();
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn genes_of_the_search_decide_it() {
    let game = game("features = [\"two\"]\nsearch = { depth = [2, 8], devices = [\"table\", \"killers\"] }");
    let names: Vec<&str> = game.space().genes.iter().map(|gene| gene.name.as_str()).collect();
    assert_eq!(names, ["two", "depth", "use_table", "use_killers"]);
    let policy = game.decode("a", &[1.0, 5.0, 0.0, 1.0], &scenario(&game, "")).unwrap();
    let search = &policy.object()["members"][0]["search"];
    assert_eq!(search["depth"], 5);
    assert_eq!((&search["devices"]["table"], &search["devices"]["killers"]), (&false.into(), &true.into()));
    assert!(game.scenario_keys(&"depth = 3".parse().unwrap()).unwrap_err().contains("whose genes decide"));
}

#[test]
fn members_become_one_policy_by_their_rules() {
    use crate::problem::{NamedGenome, Switch, SwitchRule};
    let game = game("features = [\"two\", \"one\"]");
    let members: Vec<NamedGenome> = [("a", 0.25), ("b", 0.75)]
        .map(|(name, two)| NamedGenome { name: name.into(), genome: vec![two, 1.0 - two] })
        .to_vec();
    let rules = vec![SwitchRule { condition: 0, member: 0 }];
    let switch = Switch { rules, otherwise: 1 };
    let policy = game.switching(&members, &switch, &scenario(&game, "depth = 3")).unwrap();
    let object = policy.object();
    assert_eq!((&object["members"][0]["name"], &object["members"][1]["name"]), (&"b".into(), &"a".into()));
    assert_eq!(object["rules"][0]["use"], "a");
    assert_eq!(object["rules"][0]["when"]["stones_at_least"], 16);
    let missing = Switch { rules: vec![SwitchRule { condition: 99, member: 0 }], otherwise: 1 };
    assert!(game.switching(&members, &missing, &scenario(&game, "")).is_err());
    let words: std::collections::BTreeSet<String> =
        game.switchable().unwrap().conditions.into_iter().collect();
    assert_eq!(words.len(), 13);
}

#[test]
fn a_scenario_is_completed() {
    let game = game("");
    let complete = |keys: &str| scenario(&game, keys).keys;
    let plain = complete("");
    assert_eq!((plain["depth"].as_integer(), plain["opponent_depth"].as_integer()), (Some(4), Some(4)));
    let by_nodes = complete("nodes = 500");
    assert_eq!(by_nodes.get("depth"), None);
    assert_eq!(by_nodes["opponent_nodes"].as_integer(), Some(500));
    let random = complete("opponent = \"random\"");
    assert_eq!((random["opponent"].as_str(), random.get("opponent_depth")), (Some("random"), None));
    assert_eq!(complete(&toml::to_string(&plain).unwrap()), plain);
    let said = game.scenario_keys(&"opponent = \"random\"\nopponent_depth = 3".parse().unwrap()).unwrap_err();
    assert!(said.contains("opponent_depth: allowed is nothing"), "{said}");
}

/// Random games, budgets, devices and weights through search and solver.
#[test]
#[ignore = "takes ten minutes"]
fn ten_minutes_of_random_searches_hold() {
    use super::heuristic::{FeatureSet, Heuristic};
    use super::rules::Position;
    use super::search::{Devices, Limits, Searcher};
    use super::solver::{Solver, Verdict};
    use rand::RngExt;
    let begun = std::time::Instant::now();
    let set = FeatureSet::from_name("threats").unwrap();
    let mut solver = Solver::new(16).unwrap();
    let mut rounds = 0;
    while begun.elapsed().as_secs() < 600 {
        let mut rng = crate::rng::stream(14, Purpose::Measure, rounds);
        let mut position = Position::EMPTY;
        for _ in 0..rng.random_range(0..=42) {
            position = position.play(rng.random_range(0..8)).unwrap_or(position);
        }
        let is_over = position.is_won() || position.is_full();
        let weights: Vec<f64> = (0..12).map(|_| rng.random::<f64>()).collect();
        let devices = Devices::NAMES
            .iter()
            .fold(Devices::NONE, |devices, name| devices.with(name, rng.random()).unwrap_or(devices));
        let mut searcher = Searcher::new(Heuristic::new(&set, &weights).unwrap(), devices, 10).unwrap();
        let limits = match rng.random() {
            true => Limits::Depth(rng.random_range(1..=if devices.alpha_beta { 7 } else { 4 })),
            false => Limits::Nodes(rng.random_range(1..20_000)),
        };
        let found = searcher.search(position, limits);
        assert_eq!(found.is_none(), is_over, "{position}");
        assert!(found.is_none_or(|found| position.playable_in(found.column) != 0));
        let score = solver.score_within(position, rng.random_range(1..50_000));
        if let Some(score) = score {
            assert!((-22..=21).contains(&score), "{position}");
            assert_eq!(solver.result(position), Verdict::of(score), "{position}");
        }
        rounds += 1;
    }
    println!("{rounds} rounds");
    assert!(rounds > 1000);
}
