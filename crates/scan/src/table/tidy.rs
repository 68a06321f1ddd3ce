//! Defines the tables of the databases: typed columns, with a row for each item of a list.

use super::ColumnType::{Boolean, Integer, Real, Text};
use super::{Column, ColumnType, column, text};
use serde_json::{Value, json};

/// The value of a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// No value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// True or false.
    Boolean(bool),
    /// A text.
    Text(String),
}

/// A table of the databases.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The name.
    pub name: &'static str,
    /// The columns after [`LINE`], which is the first column of every table.
    pub columns: &'static [Column],
    /// True if each line has at most one row in this table, which begins with its place.
    pub is_of_lines: bool,
    /// Returns the values of a line that become rows. The pointers of the columns are relative to
    /// them.
    items: fn(&Value) -> Vec<Value>,
}

/// The first column of each table: the number of the line, counted from 1.
pub const LINE: Column = column("line", "", Integer);

/// The tables. `docs/scan.md` describes them.
pub const TABLES: &[Table] = &[
    of_lines("programs", PROGRAMS, |line| {
        of_kinds(line, &["program", "machine-code"])
    }),
    of_lines("manifests", MANIFESTS, |line| of_kinds(line, &["manifest"])),
    of_lines("pages", PAGES, |line| of_kinds(line, &["page"])),
    of_lines("failures", FAILURES, |line| of_kinds(line, &["failure"])),
    of_items("links", LINKS, links),
    of_items(
        "duplicates",
        DUPLICATES,
        |line| match line["duplicate_of"].is_string() {
            true => vec![line.clone()],
            false => Vec::new(),
        },
    ),
    of_items("similar", SIMILAR, |line| list(line, "similar")),
    of_items("interfaces", INTERFACES, |line| {
        let pepper = named(line, "interfaces", "pepper");
        let irt = named(line, "irt_interfaces", "irt");
        pepper.chain(irt).collect()
    }),
    of_items("intrinsics", INTRINSICS, |line| {
        let intrinsics = line["intrinsics"].as_object().into_iter().flatten();
        let rows = intrinsics.map(|(name, calls)| json!({"name": name, "calls": calls}));
        rows.collect()
    }),
    of_items("producers", NAMES, |line| list(line, "producers")),
    of_items("languages", NAMES, |line| list(line, "languages")),
];

const fn of_lines(
    name: &'static str,
    columns: &'static [Column],
    items: fn(&Value) -> Vec<Value>,
) -> Table {
    Table {
        name,
        columns,
        is_of_lines: true,
        items,
    }
}

const fn of_items(
    name: &'static str,
    columns: &'static [Column],
    items: fn(&Value) -> Vec<Value>,
) -> Table {
    Table {
        name,
        columns,
        is_of_lines: false,
        items,
    }
}

const PROGRAMS: &[Column] = &[
    column("place", "/place", Text),
    column("kind", "/kind", Text),
    column("format", "/format", Text),
    column("size", "/size", Integer),
    column("sha256", "/sha256", Text),
    column("captured", "/captured", Text),
    column("valid", "/valid", Boolean),
    column("error_code", "/error/code", Text),
    column("error", "/error/message", Text),
    column("errors", "/errors", Integer),
    column("version", "/version", Integer),
    column("release", "/release", Text),
    column("role", "/role", Text),
    column("source", "/source", Text),
    column("processor", "/processor", Text),
    column("abi_version", "/abi_version", Integer),
    column("libc", "/libc", Text),
    column("functions", "/functions", Integer),
    column("instructions", "/instructions", Integer),
    column("data_bytes", "/data_bytes", Integer),
    column("zero_bytes", "/zero_bytes", Integer),
    column("appended", "/appended", Integer),
    column("pepper", "/pepper", Boolean),
    column("threads", "/threads", Boolean),
    column("atomics", "/atomics", Boolean),
    column("setjmp", "/setjmp", Boolean),
    column("vectors", "/vectors", Boolean),
    column("gl", "/gl", Boolean),
    column("signature", "/signature", Text),
    column("run_status", "/run/status", Integer),
    column("run_error", "/run/error", Text),
    column("picture", "/run/picture", Text),
];

const MANIFESTS: &[Column] = &[
    column("place", "/place", Text),
    column("size", "/size", Integer),
    column("sha256", "/sha256", Text),
    column("captured", "/captured", Text),
    column("valid", "/valid", Boolean),
    column("error_code", "/error/code", Text),
    column("error", "/error/message", Text),
];

const PAGES: &[Column] = &[
    column("place", "/place", Text),
    column("size", "/size", Integer),
    column("sha256", "/sha256", Text),
    column("captured", "/captured", Text),
    column("title", "/title", Text),
];

const FAILURES: &[Column] = &[
    column("place", "/place", Text),
    column("size", "/size", Integer),
    column("code", "/error/code", Text),
    column("message", "/error/message", Text),
];

const LINKS: &[Column] = &[
    column("place", "/place", Text),
    column("type", "/type", Text),
    column("url", "/url", Text),
    column("target", "/target", Text),
];

const DUPLICATES: &[Column] = &[
    column("place", "/place", Text),
    column("duplicate_of", "/duplicate_of", Text),
];

const SIMILAR: &[Column] = &[
    column("similar_to", "/place", Text),
    column("similarity", "/similarity", Real),
];

const INTERFACES: &[Column] = &[column("api", "/api", Text), column("name", "/name", Text)];

const INTRINSICS: &[Column] = &[
    column("name", "/name", Text),
    column("calls", "/calls", Integer),
];

const NAMES: &[Column] = &[column("name", "", Text)];

impl Table {
    /// Returns the rows of a line, without its number.
    pub fn rows(&self, line: &Value) -> Vec<Vec<Cell>> {
        let items = (self.items)(line);
        let row = |item: &Value| {
            let cells = self.columns.iter().map(|column| cell(item, column));
            cells.collect()
        };
        items.iter().map(row).collect()
    }
}

/// Returns the value of a column in an item.
fn cell(item: &Value, column: &Column) -> Cell {
    let Some(value) = item.pointer(column.pointer) else {
        return Cell::Null;
    };
    let cell = match (column.column_type, value) {
        (_, Value::Null) => None,
        (ColumnType::Integer, value) => value.as_i64().map(Cell::Integer),
        (ColumnType::Real, value) => value.as_f64().map(Cell::Real),
        (ColumnType::Boolean, value) => value.as_bool().map(Cell::Boolean),
        (ColumnType::Text, _) => Some(Cell::Text(text(item, column))),
    };
    cell.unwrap_or(Cell::Null)
}

/// Returns the line as the only item if it is of one of these kinds, or no item.
fn of_kinds(line: &Value, kinds: &[&str]) -> Vec<Value> {
    match line["kind"].as_str() {
        Some(kind) if kinds.contains(&kind) => vec![line.clone()],
        _ => Vec::new(),
    }
}

fn list(line: &Value, name: &str) -> Vec<Value> {
    line[name].as_array().cloned().unwrap_or_default()
}

/// Returns the names in a list of the line, each together with the API that it belongs to.
fn named<'a>(line: &'a Value, list: &str, api: &'a str) -> impl Iterator<Item = Value> + use<'a> {
    let names = line[list].as_array().into_iter().flatten();
    names.map(move |name| json!({"api": api, "name": name}))
}

/// Returns the links of a page to manifests and programs, or of a manifest to programs.
fn links(line: &Value) -> Vec<Value> {
    let link = |link_type: &Value, url: &Value, target: &Value| {
        let place = &line["place"];
        json!({"place": place, "type": link_type, "url": url, "target": target})
    };
    let elements = line["elements"].as_array().into_iter().flatten();
    let elements = elements.map(|one| link(&one["type"], &one["src"], &one["place"]));
    let programs = line["programs"].as_array().into_iter().flatten();
    let programs = programs.map(|one| link(&one["name"], &one["url"], &one["place"]));
    elements.chain(programs).collect()
}
