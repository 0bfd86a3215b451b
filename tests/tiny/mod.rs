//! A game as small as it can be that has what 2048 lacks: two colours, results of −1, 0 and 1, no score, no work, no
//! policies that combine members, a gene called like a feature of 2048, and a gene of categories.
//!
//! Nim of one heap: who takes the last stone wins; a move takes one to three stones. The opponent moves at random.
//! Every seed is a heap that is played twice, once with each colour.

use paretune::error::{Error, Result};
use paretune::objective::{ObjectiveConfig, Records};
use paretune::optim::{Gene, Space};
use paretune::problem::{Game, Metric, Player, PolicyFile, Problem, Scenario, View};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// The game.
pub struct Nim {
    space: Space,
    metrics: Vec<Metric>,
}

/// What a policy file holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Weights {
    /// How often it finds the winning move.
    edge: f64,
    /// How often it takes all that it may, where it does not.
    greed: f64,
    /// Which colour it plays by its weights: −1 the second, 1 the first, 0 both; as the other it moves at random.
    colour: i64,
}

/// What a person sees: nothing but the metrics.
struct Plain;

impl View for Plain {}

impl Nim {
    pub const NAME: &'static str = "nim";

    pub fn new() -> Self {
        let genes =
            vec![Gene::real("edge", 0.0, 1.0), Gene::real("greed", 0.0, 1.0), Gene::categorical("colour", 3)];
        let labels = [(-1, "lost"), (0, "drawn"), (1, "won")].map(|(value, label)| (value, label.to_owned()));
        let metrics = vec![
            Metric::number("points", "points"),
            Metric::category("result", "", "result", labels.to_vec()),
            Metric::number("stones", "stones"),
        ];
        Self { space: Space { genes, simplexes: vec![] }, metrics }
    }

    fn weights(&self, genome: &[f64]) -> Result<Weights> {
        match genome {
            [edge, greed, colour] => Ok(Weights { edge: *edge, greed: *greed, colour: *colour as i64 - 1 }),
            _ => Err(Error::Input(format!("a genome of {} genes: allowed are 3", genome.len()))),
        }
    }
}

impl Problem for Nim {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn space(&self) -> &Space {
        &self.space
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn candidate(&self, genome: &[f64]) -> Result<Box<dyn Player + '_>> {
        Ok(Box::new(player(self.weights(genome)?)))
    }

    fn as_game(&self) -> Option<&dyn Game> {
        Some(self)
    }

    fn objectives(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>> {
        use paretune::objective::Goal::{Max, Min};
        let both =
            || vec![ObjectiveConfig::new("points", "mean", Max), ObjectiveConfig::new("stones", "mean", Min)];
        name.is_none().then(both)
    }
}

impl Game for Nim {
    fn decode(&self, name: &str, genome: &[f64], _: &Scenario) -> Result<PolicyFile> {
        let body = serde_json::json!({ "name": name, "weights": self.weights(genome)? });
        PolicyFile::new(Self::NAME, &body)
    }

    fn player(&self, policy: &PolicyFile) -> Result<Box<dyn Player + '_>> {
        #[derive(Deserialize)]
        struct Body {
            weights: Weights,
        }
        let body: Body = policy.decode().map_err(Error::Input)?;
        Ok(Box::new(player(body.weights)))
    }

    fn view(&self) -> &dyn View {
        &Plain
    }
}

fn player(weights: Weights) -> impl Player {
    move |_: &Scenario, seeds: &[u64]| {
        let mut records = Records::new(3);
        for seed in seeds {
            let games = [true, false].map(|first| play(&weights, first, *seed));
            let won = games.iter().map(|(won, _)| if *won { 1.0 } else { -1.0 }).sum::<f64>();
            let stones: f64 = games.iter().map(|(_, stones)| stones).sum();
            records.push(&[won / 4.0 + 0.5, won / 2.0, stones]);
        }
        Ok(records)
    }
}

/// One game, moved first or second: whether it was won, and how many stones were taken.
fn play(weights: &Weights, first: bool, seed: u64) -> (bool, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut heap = rng.random_range(7..15_u32);
    let (mut own_turn, mut stones) = (first, 0);
    let plays = weights.colour == 0 || (weights.colour == 1) == first;
    loop {
        let most = heap.min(3);
        let draws: [f64; 2] = [rng.random(), rng.random()];
        let any = rng.random_range(1..=most);
        let take = match heap % 4 {
            best @ 1.. if own_turn && plays && draws[0] < weights.edge => best.min(most),
            _ if own_turn && plays && draws[1] < weights.greed => most,
            _ => any,
        };
        heap -= take;
        stones += if own_turn { take } else { 0 };
        if heap == 0 {
            return (own_turn, f64::from(stones));
        }
        own_turn = !own_turn;
    }
}
