//! Policies by hand, and what is wrong with some.

use super::super::rules::Position;
use super::{Condition, Mover, PRESETS, PolicySpec};
use crate::problem::PolicyFile;

fn mover(name: &str) -> Mover {
    let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
    Mover::new(&PolicySpec::of(&preset.policy().unwrap()).unwrap()).unwrap()
}

fn refused(json: &str) -> String {
    PolicySpec::of(&PolicyFile::parse(json).unwrap()).unwrap_err().to_string()
}

#[test]
fn presets_play() {
    for preset in PRESETS.map(|preset| preset.name) {
        let mut mover = mover(preset);
        mover.new_game(true, 5);
        // X has three in the lowest row.
        let position: Position = "172737".parse().unwrap();
        let choice = mover.choose(position).unwrap();
        assert!(position.playable_in(choice.column) != 0);
        if preset != "c4-random" {
            assert_eq!(choice.column, 3, "{preset}");
        }
        assert_eq!(mover.choose("1727374".parse().unwrap()), None, "{preset}");
    }
}

#[test]
fn chance_is_that_of_the_seed() {
    let game = |seed: u64| -> Vec<u32> {
        let mut mover = mover("c4-random");
        mover.new_game(true, seed);
        (0..20).map(|_| mover.choose(Position::EMPTY).unwrap().column).collect()
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
    let columns: std::collections::BTreeSet<u32> = (0..20).flat_map(game).collect();
    assert_eq!(columns.len(), 7);
}

#[test]
fn every_part_of_a_condition_has_to_hold() {
    // X threatens both ends of the lowest row; O has no threat, and it is O's move.
    let position: Position = "33445".parse().unwrap();
    let when = |json: &str| serde_json::from_str::<Condition>(json).unwrap().holds(position);
    assert!(when("{}"));
    assert!(when(r#"{"stones_at_least":5}"#) && !when(r#"{"stones_at_least":6}"#));
    assert!(when(r#"{"stones_at_most":5}"#) && !when(r#"{"stones_at_most":4}"#));
    assert!(when(r#"{"their_threats_at_least":2}"#) && !when(r#"{"their_threats_at_least":3}"#));
    assert!(!when(r#"{"own_threats_at_least":1}"#));
    assert!(!when(r#"{"stones_at_least":5,"own_threats_at_least":1}"#));
}

#[test]
fn a_bad_policy_is_refused_by_key() {
    let with = |rest: &str| refused(&format!(r#"{{"format":1,"game":"connect4",{rest}}}"#));
    let member = r#"{"name":"a","weights":[1.0],"search":{"depth":4}}"#;
    for (rest, part) in [
        (r#""features":["two"],"members":[]"#, "members is empty"),
        (r#""features":["two","one"],"members":[MEMBER]"#, "members[0].weights has 1 weights: allowed are 2"),
        (r#""features":["two"],"members":[MEMBER,MEMBER]"#, "another member has it"),
        (r#""features":["two"],"members":[MEMBER],"rules":[{"use":"b","when":{}}]"#, "rules[0].use = \"b\""),
        (r#""plays":"solver","members":[MEMBER]"#, "allowed is none"),
        (r#""plays":"luck""#, "unknown variant `luck`"),
        (r#""features":["two"],"members":[MEMBER],"x":1"#, "unknown field `x`"),
    ] {
        let said = with(&rest.replace("MEMBER", member));
        assert!(said.contains(part), "{said}");
    }
    for (search, part) in [
        (r#"{"depth":0}"#, "depth = 0: allowed is 1 to 42"),
        (r#"{"nodes":0}"#, "nodes = 0: allowed is 1 to"),
        (r#"{"depth":4,"nodes":9}"#, "either depth or nodes"),
        ("{}", "missing field `depth`"),
    ] {
        let member = member.replace(r#"{"depth":4}"#, search);
        let said = with(&format!(r#""features":["two"],"members":[{member}]"#));
        assert!(said.contains(part), "{said}");
    }
}
