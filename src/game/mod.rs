//! The rules of the games; nothing here values a position.

pub mod twenty48;
