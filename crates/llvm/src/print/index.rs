//! Prints the summary of a module, after everything else.

use super::Printer;
use crate::summary_index::{SummaryEntry, SummaryField, SummaryValue};

impl Printer<'_> {
    /// Prints the summary, if the module has one.
    pub(super) fn summary_index(&mut self) {
        let Some(index) = &self.module.summary_index else {
            return;
        };
        self.push("\n");
        for entry in &index.entries {
            self.summary_entry(entry);
        }
    }

    fn summary_entry(&mut self, entry: &SummaryEntry) {
        self.entry_number(entry.number);
        self.push(" = ");
        self.push(entry.kind);
        self.push(": ");
        self.summary_value(&entry.value);
        if let Some(guid) = entry.guid {
            self.push(" ; guid = ");
            self.number(guid);
        }
        self.push("\n");
    }

    fn entry_number(&mut self, number: u32) {
        self.push("^");
        self.number(number.into());
    }

    /// Prints a value by recursion. The readers bound the nesting of values.
    fn summary_value(&mut self, value: &SummaryValue) {
        match value {
            SummaryValue::Number(number) => self.number(*number),
            SummaryValue::Word(word) => self.push(word),
            SummaryValue::Text(text) => self.quote(text),
            SummaryValue::Entry(number) => self.entry_number(*number),
            SummaryValue::Access(word, number) => {
                self.word(word);
                self.entry_number(*number);
            }
            SummaryValue::Range(first, last) => self.push(&format!("[{first}, {last}]")),
            SummaryValue::List(fields) => {
                self.push("(");
                for (place, SummaryField { name, value }) in fields.iter().enumerate() {
                    self.push(if place == 0 { "" } else { ", " });
                    if let Some(name) = name {
                        self.push(name);
                        self.push(": ");
                    }
                    self.summary_value(value);
                }
                self.push(")");
            }
        }
    }
}
