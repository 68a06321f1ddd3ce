//! Writes the tables as Parquet files, one file for each table.

use super::tidy::{Cell, LINE, TABLES, Table};
use super::{Column, ColumnType};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde_json::Value;
use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Number of rows in a row group, which stay in memory until the group is written.
const GROUP: usize = 8192;

/// Writes all tables as Parquet files. The same lines give the same bytes.
pub struct Tables {
    files: Vec<Rows>,
    number: i64,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}

/// The file of a table, and the rows of its next row group.
struct Rows {
    table: &'static Table,
    rows: Vec<(i64, Vec<Cell>)>,
    writer: SerializedFileWriter<File>,
}

impl Tables {
    /// Creates one file for each table by calling `new_file`.
    ///
    /// # Errors
    ///
    /// Fails with an error of `new_file` or of writing.
    pub fn new(mut new_file: impl FnMut() -> io::Result<File>) -> io::Result<Tables> {
        let properties = Arc::new(WriterProperties::builder().build());
        let files = TABLES.iter().map(|table| {
            let schema = schema(table).map_err(io::Error::other)?;
            let writer = SerializedFileWriter::new(new_file()?, schema, properties.clone());
            let writer = writer.map_err(io::Error::other)?;
            let rows = Vec::new();
            Ok(Rows {
                table,
                rows,
                writer,
            })
        });
        Ok(Tables {
            files: files.collect::<io::Result<_>>()?,
            number: 0,
        })
    }

    /// Adds the rows of a line to each table.
    ///
    /// # Errors
    ///
    /// Fails if writing fails.
    pub fn add(&mut self, line: &Value) -> io::Result<()> {
        self.number += 1;
        for file in &mut self.files {
            let rows = file.table.rows(line).into_iter();
            file.rows.extend(rows.map(|row| (self.number, row)));
            if file.rows.len() >= GROUP {
                file.write_group().map_err(io::Error::other)?;
            }
        }
        Ok(())
    }

    /// Completes the files, and returns each with the name of its table.
    ///
    /// # Errors
    ///
    /// Fails if writing fails.
    pub fn finish(self) -> io::Result<Vec<(&'static str, File)>> {
        let files = self.files.into_iter().map(|mut file| {
            if !file.rows.is_empty() {
                file.write_group()?;
            }
            Ok((file.table.name, file.writer.into_inner()?))
        });
        files.collect::<Result<_>>().map_err(io::Error::other)
    }
}

impl Rows {
    /// Writes the collected rows as a row group, column by column.
    fn write_group(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group()?;
        let numbers: Vec<i64> = rows.iter().map(|row| row.0).collect();
        write_column::<Int64Type>(&mut group, &numbers, None)?;
        for (index, column) in self.table.columns.iter().enumerate() {
            let cells = rows.iter().map(|row| &row.1[index]);
            let present = cells.clone().map(|cell| i16::from(*cell != Cell::Null));
            let present: Vec<i16> = present.collect();
            let present = Some(&*present);
            match column.column_type {
                ColumnType::Integer => {
                    let values: Vec<i64> = cells.filter_map(integer).collect();
                    write_column::<Int64Type>(&mut group, &values, present)?;
                }
                ColumnType::Real => {
                    let values: Vec<f64> = cells.filter_map(real).collect();
                    write_column::<DoubleType>(&mut group, &values, present)?;
                }
                ColumnType::Boolean => {
                    let values: Vec<bool> = cells.filter_map(boolean).collect();
                    write_column::<BoolType>(&mut group, &values, present)?;
                }
                ColumnType::Text => {
                    let values: Vec<ByteArray> = cells.filter_map(text).collect();
                    write_column::<ByteArrayType>(&mut group, &values, present)?;
                }
            }
        }
        group.close()?;
        Ok(())
    }
}

/// Writes the next column of a row group. `values` has only the values that are present. `present`
/// has a 1 for each row with a value and a 0 for each row without; `None` if no row lacks a value.
fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    present: Option<&[i16]>,
) -> Result<()> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, present, None)?;
        column.close()?;
    }
    Ok(())
}

fn integer(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Integer(value) => Some(*value),
        _ => None,
    }
}

fn real(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Real(value) => Some(*value),
        _ => None,
    }
}

fn boolean(cell: &Cell) -> Option<bool> {
    match cell {
        Cell::Boolean(value) => Some(*value),
        _ => None,
    }
}

fn text(cell: &Cell) -> Option<ByteArray> {
    match cell {
        Cell::Text(value) => Some(ByteArray::from(value.as_str())),
        _ => None,
    }
}

fn schema(table: &Table) -> Result<Arc<Type>> {
    let mut fields = vec![field(&LINE, Repetition::REQUIRED)?];
    for column in table.columns {
        fields.push(field(column, Repetition::OPTIONAL)?);
    }
    let schema = Type::group_type_builder(table.name).with_fields(fields);
    schema.build().map(Arc::new)
}

fn field(column: &Column, repetition: Repetition) -> Result<Arc<Type>> {
    let (physical, logical) = match column.column_type {
        ColumnType::Integer => (Physical::INT64, None),
        ColumnType::Real => (Physical::DOUBLE, None),
        ColumnType::Boolean => (Physical::BOOLEAN, None),
        ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(column.name, physical);
    let field = field.with_repetition(repetition).with_logical_type(logical);
    field.build().map(Arc::new)
}
