//! The context that a fragment of a module needs.
//!
//! Types are given the identifiers that the records of the fragment use for
//! them. Function addresses that it refers to and does not show are declared.

use crate::rows::Row;
use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// Types that fill gaps in the types block, the most common first.
const COMMON: &[&str] = &[
    "void",
    "i32",
    "i64",
    "i1",
    "i8",
    "i16",
    "float",
    "double",
    "<4 x i32>",
    "void ()",
];

/// The example as a whole module. A filler of a size before a segment moves it
/// by some bits.
pub(crate) fn complete(segments: &[Vec<Row>], fillers: &[Option<u32>]) -> Result<String> {
    let shown: String = segments
        .iter()
        .flatten()
        .map(|row| &*row.assembly)
        .collect();
    let mut module = Module {
        text: String::new(),
        open: 0,
        functions: 0,
    };
    let heads = heads(&shown);
    for (segment, filler) in segments.iter().zip(fillers) {
        let Some(first) = segment.iter().find(|row| !row.numbers.is_empty()) else {
            continue;
        };
        if first.depth > 0 && module.open == 0 {
            module.text += "module {\n";
            module.open = 1;
            if !shown.contains("types {") {
                module.types(segments, &heads)?;
            }
        }
        module.fragment(segment, first, *filler, &heads);
    }
    module.text += &"}\n".repeat(module.open);
    Ok(module.text)
}

struct Module {
    text: String,
    /// Number of open blocks.
    open: usize,
    /// Number of function addresses.
    functions: usize,
}

/// The head of a function: its number, its result, its parameters.
struct Head {
    number: usize,
    result: String,
    params: Vec<String>,
}

impl Head {
    fn signature(&self) -> String {
        format!("{} ({})", self.result, self.params.join(", "))
    }

    fn address(&self, words: &str, number: usize) -> String {
        format!(
            "{words} {} @f{number}({});\n",
            self.result,
            self.params.join(", ")
        )
    }
}

/// The heads of all functions that a text shows.
fn heads(shown: &str) -> Vec<Head> {
    let on_one_line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    on_one_line
        .split("function ")
        .skip(1)
        .filter_map(head)
        .collect()
}

/// Reads `T @fN(T %p0, ...)`.
fn head(text: &str) -> Option<Head> {
    let (result, rest) = text.split_once("@f")?;
    let (number, rest) = rest.split_once('(')?;
    let (params, _) = rest.split_once(')')?;
    let params = params.split(',').filter_map(|param| {
        let (ty, _) = param.split_once('%')?;
        Some(ty.trim().to_owned())
    });
    Some(Head {
        number: number.trim().parse().ok()?,
        result: result.trim().to_owned(),
        params: params.collect(),
    })
}

impl Module {
    /// Adds a segment and what must stand before it.
    fn fragment(&mut self, segment: &[Row], first: &Row, filler: Option<u32>, heads: &[Head]) {
        let starts_function = segment
            .iter()
            .any(|row| row.assembly.trim_start().starts_with("function"));
        let void = Head {
            number: 0,
            result: "void".into(),
            params: Vec::new(),
        };
        let own: Vec<&Head> = match (starts_function, first.depth) {
            (true, _) => heads.iter().collect(),
            (false, 2..) => vec![&void],
            _ => Vec::new(),
        };
        let shows = |number: usize| {
            let name = format!("@f{number}(");
            segment
                .iter()
                .any(|row| is_address(&row.assembly) && row.assembly.contains(&name))
        };
        for head in own {
            while self.functions < head.number && !shows(self.functions) {
                self.text += &head.address("declare external", self.functions);
                self.functions += 1;
            }
            if self.functions == head.number && !shows(head.number) {
                self.text += &head.address("define internal", head.number);
                self.functions += 1;
            }
        }
        if first.depth >= 2 {
            self.text += "function void @f0() {\nblocks 1;\n";
            self.open += 1;
        }
        if let Some(size) = filler {
            let zeros = ", 0".repeat(size as usize);
            self.text += &format!("record <77{zeros}>;\n");
        }
        for row in segment {
            self.functions += usize::from(is_address(&row.assembly));
            self.text += &row.assembly;
            match &row.numbers[..] {
                [1, 65535, ..] => self.open += 1,
                [0, ..] => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Adds a types block for a fragment that shows none.
    fn types(&mut self, segments: &[Vec<Row>], heads: &[Head]) -> Result<()> {
        let mut known: BTreeMap<u64, String> = BTreeMap::new();
        for row in segments.iter().flatten() {
            if let Some((id, ty)) = type_of(row) {
                known.insert(id, ty);
            }
        }
        let mut wanted: Vec<String> = known.values().flat_map(|ty| parts(ty)).collect();
        wanted.extend(COMMON.iter().map(|&ty| ty.to_owned()));
        for head in heads {
            wanted.extend(parts(&head.signature()));
            wanted.push(head.signature());
        }
        let mut order: Vec<String> = Vec::new();
        let last = known.keys().next_back().map_or(0, |id| id + 1);
        let mut free = wanted.into_iter();
        while (order.len() as u64) < last {
            let next = match known.get(&(order.len() as u64)) {
                Some(ty) => ty.clone(),
                None => free
                    .find(|ty| !order.contains(ty) && !known.values().any(|other| other == ty))
                    .context("there are no more types to fill gaps with")?,
            };
            order.push(next);
        }
        for ty in free {
            if !order.contains(&ty) {
                order.push(ty);
            }
        }
        self.text += "types {\n";
        for (id, ty) in order.iter().enumerate() {
            self.text += &format!("@t{id} = {ty};\n");
        }
        self.text += "}\n";
        Ok(())
    }
}

fn is_address(assembly: &str) -> bool {
    let words: Vec<&str> = assembly.split_whitespace().take(2).collect();
    matches!(words[..], ["declare" | "define", "external" | "internal"])
}

/// The type that a record names by its identifier, if it is one that does.
fn type_of(row: &Row) -> Option<(u64, String)> {
    let text = row
        .assembly
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    match row.numbers[..] {
        // A function address.
        [_, 8, id, ..] if is_address(&row.assembly) => {
            let rest = text.split(' ').skip(2).collect::<Vec<_>>().join(" ");
            let (result, rest) = rest.split_once("@f")?;
            let (_, params) = rest.split_once('(')?;
            let (params, _) = params.split_once(')')?;
            Some((id, format!("{} ({params})", result.trim())))
        }
        // The type of the constants that follow.
        [_, 1, id] if text.ends_with(':') && !text.contains('%') => {
            Some((id, text.trim_end_matches(':').to_owned()))
        }
        [_, 12, id, ..] if text.starts_with("switch ") => {
            let ty = text.split(' ').nth(1)?;
            Some((id, ty.to_owned()))
        }
        _ => None,
    }
}

/// The types that a function type is made of.
fn parts(ty: &str) -> Vec<String> {
    let Some((result, rest)) = ty.split_once('(') else {
        return Vec::new();
    };
    let params = rest.trim_end_matches(')').split(',');
    std::iter::once(result)
        .chain(params)
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}
