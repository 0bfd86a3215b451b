use super::super::{COLUMNS, Position};
use crate::error::Error;
use proptest::prelude::*;

fn refused(text: &str) -> String {
    match text.parse::<Position>() {
        Err(Error::Input(why)) => why,
        other => panic!("{text:?}: {other:?}"),
    }
}

#[test]
fn a_game_is_drawn() {
    let position: Position = "44536".parse().unwrap();
    let empty = ". . . . . . .\n".repeat(4);
    let drawn = format!("{empty}. . . O . . .\n. . O X X X .\n1 2 3 4 5 6 7");
    assert_eq!(position.to_string(), drawn);
    assert_eq!(Position::from_moves([3, 3, 4, 2, 5]).unwrap(), position);
    assert_eq!("".parse::<Position>().unwrap(), Position::EMPTY);
    assert!("4455667".parse::<Position>().unwrap().is_won());
}

#[test]
fn a_board_is_read_with_and_without_blanks_marks_and_numbers() {
    let position: Position = "44536".parse().unwrap();
    for text in [
        "......./......./......./......./...O.../..OXXX.",
        " . . . . . . ./......./......./......./...o.../..oxxx. ",
        "\u{feff}.......\r\n.......\r\n.......\r\n.......\r\n...O...\r\n..OXXX.\r\n",
        ".......\n.......\n.......\n.......\n...O...\n..OXXX.\n1234567\n",
        "\u{feff}44536\r\n",
    ] {
        assert_eq!(text.parse::<Position>().unwrap(), position, "{text:?}");
    }
}

#[test]
fn moves_that_no_game_has_are_refused() {
    for (text, why) in [
        ("448", "move 3: '8' is no column: allowed are 1 to 7"),
        ("40", "move 2: '0' is no column: allowed are 1 to 7"),
        ("4 4", "move 2: ' ' is no column: allowed are 1 to 7"),
        ("X", "move 1: 'X' is no column: allowed are 1 to 7"),
        ("4444444", "move 7: column 4 is full: allowed are 1, 2, 3, 5, 6 and 7"),
        ("44556671", "move 8: the game is over: move 7 won it"),
    ] {
        assert_eq!(refused(text), format!("position: {why}"));
    }
    let past = Position::EMPTY.play(COLUMNS).unwrap_err().to_string();
    assert_eq!(past, "position: column 8 does not exist: allowed are 1 to 7");
    assert!(Position::from_moves([u32::MAX]).is_err());
}

#[test]
fn boards_that_no_game_has_are_refused() {
    let five = "......./......./......./......./.......";
    let four = "......./......./......./.......";
    for (text, why) in [
        (five.into(), "5 rows: allowed are 6, separated by line ends or /"),
        (format!("{five}/......"), "row 6 has 6 cells: allowed are 7"),
        (format!("{five}/..Z...."), "row 6, column 3: 'Z': allowed are X, O and ."),
        (format!("{four}/.X...../......."), "row 5, column 2: the stone lies on an empty cell"),
        (format!("{five}/O......"), "0 X and 1 O: allowed are as many X as O, or one more"),
        (format!("{five}/X.X...."), "2 X and 0 O: allowed are as many X as O, or one more"),
        (format!("{four}/OOOO.../XXXX..."), "X and O both have four in a line"),
        (format!("{four}/OOO..../XXXX..O"), "X has four in a line, but O moved after it"),
        (format!("{four}/OOOO.../XXXOXXX"), "O has four in a line, but X moved after it"),
    ] {
        let found = refused(&text);
        assert_eq!(found, format!("position: {why}"), "{text}");
    }
}

#[test]
fn a_win_needs_one_last_stone() {
    // The fourth stone of seven in a row makes every four.
    let seven = "......./......./......./......./OOO.OOO/XXXXXXX";
    assert!(seven.parse::<Position>().unwrap().is_won());
    let apart = "......./......./X.....X/XO...OX/XO...OX/XO.O.OX";
    let five = "......./X....../X....../X....../XO.O.../XO.O...";
    for text in [apart, five] {
        assert_eq!(refused(text), "position: X has fours in a line that no single last stone made");
    }
}

proptest! {
    #[test]
    fn what_is_drawn_is_read(columns in proptest::collection::vec(0..COLUMNS, 0..60)) {
        let mut position = Position::EMPTY;
        for column in columns {
            prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
            position = position.play(column).unwrap_or(position);
        }
    }

    #[test]
    fn no_text_panics(text in "[0-9XOxo./ \n\r]{0,70}") {
        if let Err(why) = text.parse::<Position>() {
            prop_assert!(!why.to_string().contains('\n'));
        }
    }
}
