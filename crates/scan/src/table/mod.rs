//! Converts lines to rows: of one wide table as CSV, or of several narrow tables for databases.
//!
//! * [`csv`]: one row for each line, for spreadsheets;
//! * [`tidy`]: the tables of the databases, and the rows of a line in each table;
//! * [`sqlite`], [`parquet`]: writers of these tables.

pub mod csv;
pub mod parquet;
pub mod sqlite;
pub mod tidy;

use serde_json::Value;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A whole number.
    Integer,
    /// A floating-point number.
    Real,
    /// True or false.
    Boolean,
    /// Text; the items of a list are separated by spaces.
    Text,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The JSON pointer (RFC 6901) of the value, in the line or in an item of a list.
    pub pointer: &'static str,
    /// The type.
    pub column_type: ColumnType,
}

const fn column(name: &'static str, pointer: &'static str, column_type: ColumnType) -> Column {
    Column {
        name,
        pointer,
        column_type,
    }
}

/// Returns the text of a cell; empty if the line has no such value.
pub fn text(line: &Value, column: &Column) -> String {
    match line.pointer(column.pointer) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            items.join(" ")
        }
        Some(Value::Object(items)) => {
            let names: Vec<&str> = items.keys().map(String::as_str).collect();
            names.join(" ")
        }
        Some(value) => value.to_string(),
    }
}
