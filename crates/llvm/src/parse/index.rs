//! Summaries of modules: entries such as `^1 = gv: (name: "main")`.

use std::borrow::Cow;

use super::error::{Result, SyntaxErrorKind as E};
use super::{Key, Kind, Parser};
use crate::module::Linkage;
use crate::summary_index::{SummaryEntry, SummaryField, SummaryValue, WORDS, guid_of, name_hash};

/// The kinds of entries.
const KINDS: [&str; 6] = [
    "module",
    "gv",
    "typeid",
    "typeidCompatibleVTable",
    "flags",
    "blockcount",
];

impl Parser<'_> {
    /// Reads an entry of the summary.
    pub(super) fn summary_entry(&mut self) -> Result<()> {
        let number = self.number_of(self.token())?;
        self.next();
        self.expect_symbol(b'=')?;
        let token = self.token();
        let kind = match self.summary_field_name()? {
            Some(name) if KINDS.contains(&name) => name,
            _ => {
                let message = format!("expected one of {}", KINDS.join(", "));
                return self.fail_at(token, E::Unexpected, message);
            }
        };
        let value = self.summary_value()?;
        let guid = self.guid_of_entry(kind, &value);
        let index = self.module.summary_index.get_or_insert_default();
        index.entries.push(SummaryEntry {
            number,
            kind,
            value,
            guid,
        });
        Ok(())
    }

    /// Parses the name of a field and its colon. Returns `None` if something else follows.
    fn summary_field_name(&mut self) -> Result<Option<&'static str>> {
        if self.kind() != Kind::Label {
            return Ok(None);
        }
        let name = self.summary_word()?;
        Ok(Some(name))
    }

    /// Parses a keyword of summaries.
    fn summary_word(&mut self) -> Result<&'static str> {
        let word = self.slice(self.token());
        match WORDS.iter().find(|known| known.as_bytes() == word) {
            Some(word) => {
                self.next();
                Ok(word)
            }
            None => self.unexpected("a keyword of summaries"),
        }
    }

    fn summary_value(&mut self) -> Result<SummaryValue> {
        match self.kind() {
            Kind::Integer => Ok(SummaryValue::Number(self.unsigned()?)),
            Kind::String => Ok(SummaryValue::Text(self.string()?.into_owned())),
            Kind::Summary => Ok(SummaryValue::Entry(self.summary_reference()?)),
            Kind::Symbol(b'[') => self.summary_range(),
            Kind::Symbol(b'(') => self.nested(Self::summary_list),
            Kind::Word => {
                let word = self.summary_word()?;
                match self.kind() {
                    Kind::Summary => Ok(SummaryValue::Access(word, self.summary_reference()?)),
                    _ => Ok(SummaryValue::Word(word)),
                }
            }
            _ => self.unexpected("a value of a summary"),
        }
    }

    fn summary_reference(&mut self) -> Result<u32> {
        let number = self.number_of(self.token())?;
        self.next();
        Ok(number)
    }

    fn summary_list(&mut self) -> Result<SummaryValue> {
        self.expect_symbol(b'(')?;
        let mut fields = Vec::new();
        while !self.take_symbol(b')') {
            if !fields.is_empty() {
                self.expect_symbol(b',')?;
            }
            let name = self.summary_field_name()?;
            let value = self.summary_value()?;
            fields.push(SummaryField { name, value });
        }
        Ok(SummaryValue::List(fields))
    }

    fn summary_range(&mut self) -> Result<SummaryValue> {
        self.expect_symbol(b'[')?;
        let first = self.signed_64()?;
        self.expect_symbol(b',')?;
        let last = self.signed_64()?;
        self.expect_symbol(b']')?;
        Ok(SummaryValue::Range(first, last))
    }

    fn signed_64(&mut self) -> Result<i64> {
        if self.kind() != Kind::Integer {
            return self.unexpected("a number");
        }
        let text = std::str::from_utf8(self.slice(self.token())).unwrap_or_default();
        match text.parse() {
            Ok(number) => {
                self.next();
                Ok(number)
            }
            Err(_) => self.fail(E::NumberRange, "the number has more than 64 bits"),
        }
    }

    /// Returns the hash of the entry's name, if it has a name.
    fn guid_of_entry(&self, kind: &str, value: &SummaryValue) -> Option<u64> {
        let SummaryValue::Text(name) = field(value, "name")? else {
            return None;
        };
        if kind != "gv" {
            return Some(name_hash(name));
        }
        let global = self.globals.get(&Key::Name(Cow::Borrowed(name)));
        let is_local = match global {
            Some(&global) => matches!(
                self.module.global(global).linkage,
                Linkage::Internal | Linkage::Private
            ),
            None => is_local(value).unwrap_or(false),
        };
        Some(guid_of(name, is_local, &self.module.source_filename))
    }
}

/// Returns true if the first summary of a global has local linkage.
fn is_local(global: &SummaryValue) -> Option<bool> {
    let SummaryValue::List(summaries) = field(global, "summaries")? else {
        return None;
    };
    let flags = field(&summaries.first()?.value, "flags")?;
    let linkage = field(flags, "linkage")?;
    Some(matches!(
        linkage,
        SummaryValue::Word("internal" | "private")
    ))
}

/// Returns the field of a list with this name.
fn field<'v>(value: &'v SummaryValue, name: &str) -> Option<&'v SummaryValue> {
    let SummaryValue::List(fields) = value else {
        return None;
    };
    let found = fields.iter().find(|field| field.name == Some(name))?;
    Some(&found.value)
}
