//! A table that fits the terminal: what has no room is shown shorter or left out, in an order that the table
//! states, and a line says what. A number is never broken.

use super::Width;
use super::wrap::{cut, wrap};
use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};
use textwrap::core::display_width;

/// Columns between two columns of the table.
const GAP: usize = 2;

/// A name is cut to no less than this.
const LEAST_NAME: usize = 10;

/// One column.
pub struct Column {
    name: String,
    /// What follows the name and is never cut.
    mark: &'static str,
    /// Whether it holds names, which may be cut, and not numbers.
    has_names: bool,
    /// The cells, from the most complete form to the shortest.
    forms: Vec<Vec<String>>,
    form: usize,
    is_hidden: bool,
    /// Whether its own name may be cut.
    may_cut: bool,
    /// The most that a name takes, where it is cut.
    limit: usize,
}

impl Column {
    /// A column of names, to the left.
    pub fn names(name: &str, cells: Vec<String>) -> Self {
        Self { has_names: true, ..Self::numbers(name, cells) }
    }

    /// A column of numbers, to the right.
    pub fn numbers(name: &str, cells: Vec<String>) -> Self {
        let (name, forms) = (name.to_owned(), vec![cells]);
        let limit = usize::MAX;
        Self { name, mark: "", has_names: false, forms, form: 0, is_hidden: false, may_cut: false, limit }
    }

    /// The same with a name that may be cut, like those of objectives and genes.
    pub fn cuttable(self) -> Self {
        Self { may_cut: true, ..self }
    }

    /// The same with a mark after its name.
    pub fn marked(self, mark: &'static str) -> Self {
        Self { mark, ..self }
    }

    /// The same with a shorter form of its cells.
    pub fn or(mut self, cells: Vec<String>) -> Self {
        self.forms.push(cells);
        self
    }

    fn header(&self) -> String {
        let limit = if self.may_cut { self.limit } else { usize::MAX };
        let room = limit.saturating_sub(display_width(self.mark));
        format!("{}{}", cut(&self.name, room), self.mark)
    }

    fn cells(&self) -> impl Iterator<Item = String> + '_ {
        let limit = if self.has_names { self.limit } else { usize::MAX };
        self.forms[self.form].iter().map(move |cell| cut(cell, limit))
    }

    fn shorten(&mut self) {
        self.form = (self.form + 1).min(self.forms.len() - 1);
    }

    fn width(&self) -> usize {
        let cells = self.cells().map(|cell| display_width(&cell)).max().unwrap_or_default();
        cells.max(display_width(&self.header()))
    }

    /// The least that cutting its names leaves.
    fn least(&self) -> usize {
        let widest = self.forms[self.form].iter().map(|cell| display_width(cell)).max().unwrap_or_default();
        let cells = if self.has_names { widest.min(LEAST_NAME) } else { widest };
        let name = display_width(&self.name) + display_width(self.mark);
        cells.max(if self.may_cut { name.min(LEAST_NAME) } else { name })
    }
}

/// What makes the table narrower.
enum Change {
    /// These columns are left out.
    Hide(Vec<usize>),
    /// These columns take their shorter form.
    Shorten(Vec<usize>),
    /// Names are cut.
    Cut,
}

struct Step {
    change: Change,
    /// What is hidden by it; in the place of what else was said of the same topic.
    says: Option<(&'static str, String)>,
}

/// A table and how it becomes narrower.
pub struct Grid {
    columns: Vec<Column>,
    steps: Vec<Step>,
    hidden: Vec<(&'static str, String)>,
    /// How to see what is hidden.
    hint: String,
}

impl Grid {
    /// An empty table; `hint` says how to see what is hidden.
    pub fn new(hint: &str) -> Self {
        Self { columns: Vec::new(), steps: Vec::new(), hidden: Vec::new(), hint: hint.into() }
    }

    /// Adds a column and gives its place.
    pub fn push(&mut self, column: Column) -> usize {
        self.columns.push(column);
        self.columns.len() - 1
    }

    /// Where the table is still too wide, `columns` are left out, which is said so.
    pub fn hide(&mut self, columns: Vec<usize>, topic: &'static str, says: impl Into<String>) {
        if !columns.is_empty() {
            self.steps.push(Step { change: Change::Hide(columns), says: Some((topic, says.into())) });
        }
    }

    /// Where the table is still too wide, `columns` take their next shorter form, which is said so.
    pub fn shorten(&mut self, columns: Vec<usize>, topic: &'static str, says: impl Into<String>) {
        if !columns.is_empty() {
            self.steps.push(Step { change: Change::Shorten(columns), says: Some((topic, says.into())) });
        }
    }

    /// Where the table is still too wide, names are cut as far as they have to be.
    pub fn cut_names(&mut self) {
        self.steps.push(Step { change: Change::Cut, says: None });
    }

    /// Notes that rows were left out.
    pub fn without(&mut self, topic: &'static str, says: impl Into<String>) {
        self.hidden.push((topic, says.into()));
    }

    /// The table in at most `width` columns, and the line that says what it hides, if anything.
    pub fn render(mut self, width: Width) -> String {
        if let Some(width) = width {
            self.fit(width);
        }
        format!("{}\n{}", self.table().trim_fmt(), wrap_hidden(&self, width))
    }

    /// Takes the steps in their order until the table fits.
    fn fit(&mut self, width: usize) {
        let mut may_cut = false;
        for step in std::mem::take(&mut self.steps) {
            if self.total(may_cut) <= width {
                break;
            }
            match step.change {
                Change::Hide(columns) => columns.iter().for_each(|&i| self.columns[i].is_hidden = true),
                Change::Shorten(columns) => columns.iter().for_each(|&i| self.columns[i].shorten()),
                Change::Cut => may_cut = true,
            }
            if let Some((topic, says)) = step.says {
                self.hidden.retain(|(known, _)| *known != topic);
                self.hidden.push((topic, says));
            }
        }
        if may_cut {
            self.cut(width);
        }
    }

    /// Cuts the names of the widest column until the table fits.
    fn cut(&mut self, width: usize) {
        let least: Vec<usize> = self.columns.iter().map(Column::least).collect();
        while self.total(false) > width {
            let columns = self.columns.iter_mut().zip(&least).filter(|(column, _)| !column.is_hidden);
            let widths = columns.map(|(column, &least)| (column.width(), least, column));
            let widest = widths.filter(|(width, least, _)| width > least).max_by_key(|(width, _, _)| *width);
            let Some((width, _, column)) = widest else { return };
            column.limit = width - 1;
        }
    }

    /// How wide the table is, or would be if names were cut.
    fn total(&self, is_cut: bool) -> usize {
        let width = |column: &Column| if is_cut { column.least() } else { column.width() };
        let shown = || self.columns.iter().filter(|column| !column.is_hidden);
        shown().map(width).sum::<usize>() + GAP * shown().count().saturating_sub(1)
    }

    fn table(&self) -> Table {
        let shown: Vec<&Column> = self.columns.iter().filter(|column| !column.is_hidden).collect();
        let cells: Vec<Vec<String>> = shown.iter().map(|column| column.cells().collect()).collect();
        let mut table = Table::new();
        table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        table.set_style(TableComponent::HeaderLines, '─');
        table.set_header(shown.iter().map(|column| column.header()));
        let rows = cells.first().map_or(0, Vec::len);
        for row in 0..rows {
            table.add_row(cells.iter().map(|column| &column[row]));
        }
        for (i, column) in shown.iter().enumerate() {
            let padding = if i + 1 < shown.len() { GAP as u16 } else { 0 };
            let side = if column.has_names { CellAlignment::Left } else { CellAlignment::Right };
            if let Some(column) = table.column_mut(i) {
                column.set_padding((0, padding)).set_cell_alignment(side);
            }
        }
        table
    }
}

fn wrap_hidden(grid: &Grid, width: Width) -> String {
    if grid.hidden.is_empty() {
        return String::new();
    }
    let hidden: Vec<&str> = grid.hidden.iter().map(|(_, says)| says.as_str()).collect();
    wrap(&format!("Hidden: {}. See them: {}", hidden.join(", "), grid.hint), width)
}
