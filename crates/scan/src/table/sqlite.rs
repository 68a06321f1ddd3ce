//! Writes the tables as an SQLite database.

use super::tidy::{Cell, LINE, TABLES, Table};
use super::{Column, ColumnType};
use rusqlite::types::Null;
use rusqlite::{Connection, Statement};
use serde_json::Value;
use std::io;
use std::path::Path;

/// A function that adds a line to the database.
pub type Add<'a> = &'a mut dyn FnMut(&Value) -> io::Result<()>;

/// Writes lines as a database into a file that is empty or does not exist. `lines` calls the
/// function that it receives with each line, in order. The same lines give the same bytes.
///
/// # Errors
///
/// Fails with an error of `lines` or of writing. The file is unusable after an error.
pub fn write(path: &Path, lines: &mut dyn FnMut(Add<'_>) -> io::Result<()>) -> io::Result<()> {
    let database = Connection::open(path).map_err(io::Error::other)?;
    begin(&database).map_err(io::Error::other)?;
    let statements = TABLES.iter().map(|table| insert(&database, table));
    let statements: Result<Vec<_>, _> = statements.collect();
    let mut statements = statements.map_err(io::Error::other)?;
    let mut number = 0;
    lines(&mut |line| {
        number += 1;
        for (table, statement) in TABLES.iter().zip(&mut statements) {
            add(table, statement, number, line).map_err(io::Error::other)?;
        }
        Ok(())
    })?;
    drop(statements);
    database.execute_batch("COMMIT").map_err(io::Error::other)?;
    database
        .close()
        .map_err(|(_, error)| io::Error::other(error))
}

/// Creates the tables. The file is not read before it is complete, so it needs no journal.
fn begin(database: &Connection) -> rusqlite::Result<()> {
    database.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")?;
    for table in TABLES {
        let columns: Vec<String> = std::iter::once(&LINE)
            .chain(table.columns)
            .map(|column| declaration(table, column))
            .collect();
        let (name, columns) = (table.name, columns.join(", "));
        database.execute_batch(&format!("CREATE TABLE {name} ({columns})"))?;
        let indexed = match table.is_of_lines {
            true => "place",
            false => "line",
        };
        database.execute_batch(&format!(
            "CREATE INDEX {name}_{indexed} ON {name} ({indexed})"
        ))?;
    }
    Ok(())
}

fn declaration(table: &Table, column: &Column) -> String {
    let constraint = match (column.name == LINE.name, table.is_of_lines) {
        (true, true) => " PRIMARY KEY",
        (true, false) => " NOT NULL",
        (false, _) => "",
    };
    let column_type = match column.column_type {
        // SQLite has no boolean type; it stores 0 and 1.
        ColumnType::Integer | ColumnType::Boolean => "INTEGER",
        ColumnType::Real => "REAL",
        ColumnType::Text => "TEXT",
    };
    format!("\"{}\" {column_type}{constraint}", column.name)
}

fn insert<'a>(database: &'a Connection, table: &Table) -> rusqlite::Result<Statement<'a>> {
    let marks = ", ?".repeat(table.columns.len());
    database.prepare(&format!("INSERT INTO {} VALUES (?{marks})", table.name))
}

fn add(
    table: &Table,
    statement: &mut Statement<'_>,
    number: i64,
    line: &Value,
) -> rusqlite::Result<()> {
    for row in table.rows(line) {
        statement.raw_bind_parameter(1, number)?;
        for (index, cell) in (2..).zip(row) {
            match cell {
                Cell::Null => statement.raw_bind_parameter(index, Null)?,
                Cell::Integer(value) => statement.raw_bind_parameter(index, value)?,
                Cell::Real(value) => statement.raw_bind_parameter(index, value)?,
                Cell::Boolean(value) => statement.raw_bind_parameter(index, value)?,
                Cell::Text(value) => statement.raw_bind_parameter(index, value)?,
            }
        }
        statement.raw_execute()?;
    }
    Ok(())
}
