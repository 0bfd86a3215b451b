//! Sealed JSON: a record on one line with its format version and checksum.
//!
//! ```text
//! {"format":1,"checksum":"0123456789abcdef","record":{…}}
//! ```
//! The checksum is XXH3-64 of the record's bytes as they stand, so any changed bit shows.

use crate::error::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

/// Version of every sealed record in a run folder.
pub const FORMAT: u32 = 1;

/// The sealed form of `record`, without a line end.
///
/// # Errors
/// [`Error::Internal`] if the record has no JSON form.
pub fn seal<T: Serialize>(record: &T) -> Result<String> {
    let json =
        serde_json::to_string(record).map_err(|e| Error::Internal(format!("cannot write JSON: {e}")))?;
    let checksum = xxh3_64(json.as_bytes());
    Ok(format!("{{\"format\":{FORMAT},\"checksum\":\"{checksum:016x}\",\"record\":{json}}}"))
}

/// The record in a sealed line, or why it is not sound.
pub fn unseal<T: DeserializeOwned>(line: &str) -> std::result::Result<T, String> {
    let rest = line.strip_prefix("{\"format\":").ok_or("not a sealed record")?;
    let (format, rest) = rest.split_once(",\"checksum\":\"").ok_or("no checksum")?;
    let (checksum, rest) = rest.split_once("\",\"record\":").ok_or("no record")?;
    let json = rest.strip_suffix('}').ok_or("torn")?;
    if checksum != format!("{:016x}", xxh3_64(json.as_bytes())) {
        return Err("checksum does not match".into());
    }
    if format != FORMAT.to_string() {
        return Err(format!("format {format}, this program reads {FORMAT}"));
    }
    serde_json::from_str(json).map_err(|e| e.to_string())
}

/// What is wrong with a JSON file of a run folder: it is no JSON, or JSON of a form that this program does not
/// know, as an older or a newer one may have written it.
pub fn fault_of_json(error: &serde_json::Error) -> String {
    let what = if error.is_data() { "not of a form that this program reads" } else { "damaged" };
    format!("{what}: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_of_another_form_is_not_called_damaged() {
        let fault = |text: &str| fault_of_json(&serde_json::from_str::<[u8; 1]>(text).unwrap_err());
        assert!(fault("[1").starts_with("damaged: EOF"));
        assert!(fault("{\"a\":1}").starts_with("not of a form that this program reads: invalid type"));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_shows() {
        let line = seal(&vec![1.5, 0.1 + 0.2]).unwrap();
        assert_eq!(unseal::<Vec<f64>>(&line).unwrap(), [1.5, 0.1 + 0.2]);
        for i in 0..line.len() {
            assert!(unseal::<Vec<f64>>(&line[..i]).is_err());
            for bit in 0..8 {
                let mut bytes = line.clone().into_bytes();
                bytes[i] ^= 1 << bit;
                let flipped = String::from_utf8_lossy(&bytes);
                assert!(unseal::<Vec<f64>>(&flipped).is_err(), "{flipped}");
            }
        }
    }
}
