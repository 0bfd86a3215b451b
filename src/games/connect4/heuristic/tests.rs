mod counts;
mod evaluation;
