//! Boards as text.

use super::super::Board;
use super::super::naive::any_board;
use super::board;
use crate::error::Error;
use proptest::prelude::*;

/// The message of what is no board, which is bad input on one line.
fn refused(text: &str) -> String {
    let error = text.parse::<Board>().unwrap_err();
    assert!(matches!(error, Error::Input(_)));
    let message = error.to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

#[test]
fn rows_are_read_top_to_bottom() {
    let board = board("2 4 8 16/0 0 0 0/0 32768 0 0/0 0 0 1024");
    assert_eq!(board.to_tiles(), [[2, 4, 8, 16], [0; 4], [0, 32768, 0, 0], [0, 0, 0, 1024]]);
    assert_eq!((board.rank(3), board.rank(9), board.rank(15)), (4, 15, 10));
    assert_eq!(board.row(0), 0x4321);
}

#[test]
fn spare_blanks_are_allowed() {
    assert_eq!(board(" 2  0 0 0 / 0 0 0 0/0 0 0 0/0 0 0 0\n"), board("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"));
}

#[test]
fn display_aligns_cells() {
    assert_eq!(
        board("2 0 0 0/0 128 0 0/0 0 16 0/0 0 0 0").to_string(),
        concat!("  2   .   .   .\n", "  . 128   .   .\n", "  .   .  16   .\n", "  .   .   .   .")
    );
    assert_eq!(Board::default().to_string(), ". . . .\n. . . .\n. . . .\n. . . .");
}

#[test]
fn errors_name_row_column_and_token() {
    for token in ["3", "65536", "1", "x", "-2", "2.0", "4294967296"] {
        let message = refused(&format!("0 0 0 0/0 0 0 0/0 {token} 0 0/0 0 0 0"));
        assert!(message.contains("row 3, column 2") && message.contains(&format!("{token:?}")), "{message}");
        assert!(message.contains("power of two from 2 to 32768"), "{message}");
    }
}

#[test]
fn errors_name_wrong_counts() {
    assert!(refused("0 0 0 0/0 0 0/0 0 0 0/0 0 0 0").contains("row 2 has 3 cells: allowed are 4"));
    assert!(refused("0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0 0").contains("row 4 has 5 cells: allowed are 4"));
    assert!(refused("0 0 0 0/0 0 0 0/0 0 0 0").contains("3 rows: allowed are 4"));
    assert!(refused("0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0/").contains("5 rows: allowed are 4"));
    assert!(refused("").contains("1 rows: allowed are 4"));
}

#[test]
fn from_tiles_names_row_and_column() {
    let mut tiles = [[0; 4]; 4];
    tiles[1][3] = 65_536;
    let message = Board::from_tiles(&tiles).unwrap_err().to_string();
    assert!(message.contains("row 2, column 4: \"65536\""), "{message}");
}

proptest! {
    #[test]
    fn text_and_tiles_come_back(bits in any::<u64>()) {
        let board = Board::from_bits(bits);
        prop_assert_eq!(board.to_notation().parse::<Board>().unwrap(), board);
        prop_assert_eq!(Board::from_tiles(&board.to_tiles()).unwrap(), board);
    }

    #[test]
    fn display_shows_the_tiles(board in any_board(15)) {
        let text = board.to_string().replace('.', "0").replace('\n', "/");
        prop_assert_eq!(text.parse::<Board>().unwrap(), board);
    }

    #[test]
    fn any_text_is_a_board_or_one_line_of_error(text in "[0-9 /x\n-]{0,40}") {
        if text.parse::<Board>().is_err() {
            refused(&text);
        }
    }
}
