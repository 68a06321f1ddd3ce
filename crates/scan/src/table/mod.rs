//! Lines as rows: one wide table as CSV, several narrow ones for databases.
//!
//! * [`csv`]: a row for each line, for spreadsheets;
//! * [`tidy`]: the tables of databases, and the rows of a line in each;
//! * [`sqlite`], [`parquet`]: these tables as files.

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
    /// A number with a fraction.
    Real,
    /// True or false.
    Boolean,
    /// Text; the items of a list are separated by spaces.
    Text,
}

/// A column: its name, the JSON pointer of its value, its type.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The JSON pointer (RFC 6901) of the value in the line or in the item of a list.
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

/// Returns the text of a column in a line; empty where the line has no such value.
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
