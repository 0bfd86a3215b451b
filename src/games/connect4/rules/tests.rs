mod naive;
mod notation;
mod positions;
