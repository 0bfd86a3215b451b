//! Statistics over played games of 2048.

use crate::games::twenty48::metrics::{BEYOND_RANGE, MAX_RANK, MOVES, SCORE, WORK};
use crate::objective::Records;
use crate::statistics::{Estimate, Mean, Quantile, Share, Statistic};
use crate::table::{Width, grouped, plain, with_error, wrap};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Tiles whose shares are always reported; larger ones follow as far as games got.
const TILES: std::ops::RangeInclusive<u32> = 9..=15;

/// What `play` shows of its games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Statistics {
    games: u64,
    mean_score: f64,
    #[serde(with = "crate::json_float::figure")]
    mean_score_se: f64,
    median_score: f64,
    best_score: u64,
    p10_score: f64,
    mean_moves: f64,
    mean_work_per_move: f64,
    moves_per_s: f64,
    /// Share of games that reached a tile, by tile.
    share_reaching: BTreeMap<u32, f64>,
    /// Games that ended because the board cannot hold a 65536.
    beyond_range: u64,
    #[serde(skip)]
    estimates: Estimates,
    #[serde(skip)]
    seconds: f64,
}

#[derive(Debug, Clone, PartialEq)]
struct Estimates {
    mean: Estimate,
    median: Estimate,
    p10: Estimate,
    shares: Vec<(u32, Estimate)>,
}

impl Statistics {
    /// The report of `records`, at least one game, that took `elapsed` of wall time.
    pub fn new(records: &Records, elapsed: Duration) -> Self {
        let column = |column: usize| records.column(column).collect::<Vec<f64>>();
        let (scores, ranks, moves) = (column(SCORE), column(MAX_RANK), column(MOVES));
        let quantile = |percent| Statistic::from(Quantile { percent }).estimate(&scores);
        let share = |rank: u32| (1 << rank, Statistic::from(Share { at: rank.into() }).estimate(&ranks));
        let estimates = Estimates {
            mean: Statistic::from(Mean).estimate(&scores),
            median: quantile(50),
            p10: quantile(10),
            shares: TILES.map(share).collect(),
        };
        // The work of a game is a whole number.
        let work: f64 = moves.iter().zip(column(WORK)).map(|(moves, work)| (moves * work).round()).sum();
        let made: f64 = moves.iter().sum();
        Self {
            games: records.len() as u64,
            mean_score: estimates.mean.value,
            mean_score_se: estimates.mean.std_error,
            median_score: estimates.median.value,
            best_score: scores.iter().copied().fold(0.0, f64::max) as u64,
            p10_score: estimates.p10.value,
            mean_moves: made / records.len() as f64,
            mean_work_per_move: work / made.max(1.0),
            moves_per_s: made / elapsed.as_secs_f64(),
            share_reaching: estimates.shares.iter().map(|(tile, share)| (*tile, share.value)).collect(),
            beyond_range: records.column(BEYOND_RANGE).sum::<f64>() as u64,
            estimates,
            seconds: elapsed.as_secs_f64(),
        }
    }

    /// A few lines for a person, of at most `width` columns.
    pub fn to_text(&self, width: Width) -> String {
        let figures = &self.estimates;
        let mut lines = vec![
            format!(
                "{} games in {:.2} s, {} moves/s",
                grouped(self.games as f64, 0),
                self.seconds,
                grouped(self.moves_per_s, 0)
            ),
            format!("mean score    {}", with_error(&figures.mean)),
            format!("median        {}", with_error(&figures.median)),
            format!("10th percent. {}", with_error(&figures.p10)),
            format!("best          {}", grouped(self.best_score as f64, 0)),
            format!("moves a game  {}", plain(self.mean_moves)),
            format!("work a move   {} boards", plain(self.mean_work_per_move)),
        ];
        let reached = figures.shares.iter().filter(|(_, share)| share.value > 0.0);
        lines.extend(reached.map(|(tile, share)| {
            let percent =
                Estimate { value: 100.0 * share.value, std_error: 100.0 * share.std_error, ..*share };
            format!("reached {tile:<5} {} %", with_error(&percent))
        }));
        if self.beyond_range > 0 {
            lines.push(format!("{} games ended beyond range (two 32768 to be merged)", self.beyond_range));
        }
        lines.iter().map(|line| wrap(line, width)).collect()
    }
}
