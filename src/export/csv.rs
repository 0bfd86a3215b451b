//! CSV: one line a gene.

use super::ExportedGene;
use crate::error::{Error, Result};

/// Columns `gene,value,scale,coefficient`; the scale is empty for a benchmark problem.
pub(super) fn write(genes: &[ExportedGene]) -> Result<String> {
    let broken = |e: &dyn std::fmt::Display| Error::Internal(format!("CSV: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["gene", "value", "scale", "coefficient"]).map_err(|e| broken(&e))?;
    for gene in genes {
        let scale = gene.scale.map(|scale| scale.to_string()).unwrap_or_default();
        let row = [gene.name.clone(), gene.value.to_string(), scale, gene.coefficient().to_string()];
        writer.write_record(row).map_err(|e| broken(&e))?;
    }
    let bytes = writer.into_inner().map_err(|e| broken(&e))?;
    String::from_utf8(bytes).map_err(|e| broken(&e))
}
