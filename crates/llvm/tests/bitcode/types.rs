//! Builds type tables from before LLVM 15, from the spelling of types.

use pinnacle_bitstream::Writer;

use crate::old::block;

/// The types of a module, one record each. Types are spelled without spaces: `i32*`, `[3xi8]`,
/// `{i32,i8*}`, `<i32>` for a vector of four.
#[derive(Default)]
pub(crate) struct Types {
    names: Vec<String>,
    records: Vec<(u64, Vec<u64>)>,
}

impl Types {
    pub(crate) fn add(&mut self, name: String, code: u64, operands: Vec<u64>) -> u64 {
        if let Some(known) = self.names.iter().position(|it| *it == name) {
            return known as u64;
        }
        self.names.push(name);
        self.records.push((code, operands));
        self.records.len() as u64 - 1
    }

    pub(crate) fn of(&mut self, text: &str) -> u64 {
        let (code, operands) = match text {
            "void" => (2, vec![]),
            "float" => (3, vec![]),
            "double" => (4, vec![]),
            "{}" => (18, vec![0]),
            "metadata" => (16, vec![]),
            // A vector without a length has four elements.
            _ if text.starts_with('<') && text.ends_with('>') => {
                let (length, element) = text[1..text.len() - 1]
                    .split_once('x')
                    .unwrap_or(("4", &text[1..text.len() - 1]));
                let length = length.parse().expect("it is a length");
                (12, vec![length, self.of(element)])
            }
            _ if text.starts_with('{') && text.ends_with('}') => {
                let mut operands = vec![0];
                let fields = text[1..text.len() - 1].split(',');
                operands.extend(fields.map(|field| self.of(field)));
                (18, operands)
            }
            _ if text.starts_with('[') && text.ends_with(']') => {
                let (length, element) = text[1..text.len() - 1]
                    .split_once('x')
                    .expect("it is an array");
                let length = length.parse().expect("it is a length");
                (11, vec![length, self.of(element)])
            }
            _ => match text.strip_suffix('*') {
                Some(pointee) => (8, vec![self.of(pointee), 0]),
                None => (7, vec![text[1..].parse().expect("it is an integer")]),
            },
        };
        self.add(text.to_owned(), code, operands)
    }

    pub(crate) fn function(&mut self, variadic: bool, result: &str, parameters: &[&str]) -> u64 {
        let mut operands = vec![u64::from(variadic), self.of(result)];
        operands.extend(parameters.iter().map(|text| self.of(text)));
        let name = format!("{operands:?}");
        let function = self.add(name.clone(), 21, operands);
        self.add(format!("{name}*"), 8, vec![function, 0])
    }

    /// The spelling of a type.
    pub(crate) fn name(&self, ty: u64) -> &str {
        &self.names[ty as usize]
    }

    /// Writes the type block of LLVM 2.1 to 2.9.
    pub(crate) fn write_old(&self, writer: &mut Writer) {
        let records: Vec<_> = self
            .records
            .iter()
            .map(|(code, operands)| match code {
                21 => (9, [&operands[..1], &[0], &operands[1..]].concat()),
                18 => (10, operands.clone()),
                _ => (*code, operands.clone()),
            })
            .collect();
        let count = [self.records.len() as u64];
        let mut all = vec![(1, &count[..])];
        all.extend(records.iter().map(|(code, all)| (*code, &all[..])));
        block(writer, 10, &all);
    }

    /// Writes the type block.
    pub(crate) fn write(&self, writer: &mut Writer) {
        let count = [self.records.len() as u64];
        let mut all = vec![(1, &count[..])];
        all.extend(self.records.iter().map(|(code, all)| (*code, &all[..])));
        block(writer, 17, &all);
    }
}
