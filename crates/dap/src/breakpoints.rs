//! Breakpoints at lines and functions.

use crate::arguments::{list, needed, number, text};
use crate::running::Running;
use crate::sources::SourceKind;
use pinnacle_debug::demangle;
use pinnacle_debugger::{Call, evaluate};
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_runtime::trap::function_name;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Maximum number of breakpoints that an editor can set in one request.
const MAX_BREAKPOINTS: usize = 1 << 12;

/// Maximum number of addresses of one breakpoint. A template or inlined function may have many.
const MAX_ADDRESSES: usize = 1 << 12;

/// A breakpoint with a known place.
#[derive(Clone, Debug)]
struct Breakpoint {
    id: u32,
    addresses: Vec<u32>,
    is_function: bool,
    /// An expression that must be true; empty for no condition.
    condition: String,
    /// The first hit at which the program stops, counted from 1.
    hits_needed: Option<u32>,
    hits: u32,
    /// The text to show instead of stopping; empty to stop.
    log: String,
}

/// The breakpoints of each source, and those of functions.
#[derive(Debug, Default)]
pub(crate) struct Breakpoints {
    by_source: BTreeMap<String, Vec<Breakpoint>>,
    functions: Vec<Breakpoint>,
    last_id: u32,
}

impl Breakpoints {
    fn all(&mut self) -> impl Iterator<Item = &mut Breakpoint> {
        let by_source = self.by_source.values_mut().flatten();
        by_source.chain(&mut self.functions)
    }

    fn next_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }
}

/// The decision at a breakpoint.
#[derive(Debug)]
pub(crate) enum Verdict {
    Stands { reason: &'static str, ids: Vec<u32> },
    GoesOn,
}

impl Running {
    pub(crate) fn set_breakpoints(&mut self, arguments: &Value) -> Result<Value, String> {
        let source = &arguments["source"];
        let kind = self.source_kind(source)?;
        let key = match source["sourceReference"].as_u64() {
            Some(reference) if reference > 0 => reference.to_string(),
            _ => text(source, "path").to_owned(),
        };
        let (mut set, mut answers) = (Vec::new(), Vec::new());
        for wanted in bounded(list(arguments, "breakpoints"))? {
            let line = needed(wanted, "line")?.saturating_add(1 - self.base.line);
            let found = self.places(&kind, line);
            let id = self.breakpoints.next_id();
            answers.push(match found {
                Ok((line, addresses)) => {
                    set.push(breakpoint(id, addresses, wanted, false)?);
                    let line = line.saturating_sub(1 - self.base.line);
                    json!({"id": id, "verified": true, "line": line, "source": source})
                }
                Err(reason) => json!({"id": id, "verified": false, "message": reason}),
            });
        }
        self.breakpoints.by_source.insert(key, set);
        self.send_breakpoints()?;
        Ok(json!({"breakpoints": answers}))
    }

    /// Returns the first line with code at or after a line, and its addresses.
    fn places(&self, kind: &SourceKind, line: u32) -> Result<(u32, Vec<u32>), String> {
        match kind {
            SourceKind::Files(files) if files.is_empty() => {
                Err("the program has no code of this file".into())
            }
            SourceKind::Files(files) => self
                .lines
                .find(files, line)
                .ok_or_else(|| "there is no code at this line or after it".into()),
            &SourceKind::Function(function) => {
                let inst = self.inst_at_line(function, line);
                let place = inst.and_then(|inst| {
                    let address = self.addresses.of_inst(function, inst)?;
                    Some((self.line_in_function(function, inst), vec![address]))
                });
                place.ok_or_else(|| "there is no instruction at this line or after it".into())
            }
        }
    }

    pub(crate) fn set_function_breakpoints(&mut self, arguments: &Value) -> Result<Value, String> {
        let (mut set, mut answers) = (Vec::new(), Vec::new());
        for wanted in bounded(list(arguments, "breakpoints"))? {
            let name = text(wanted, "name");
            let addresses = self.functions_named(name);
            let id = self.breakpoints.next_id();
            let Some(&first) = addresses.first() else {
                let reason = format!("the program has no function {name:?}");
                answers.push(json!({"id": id, "verified": false, "message": reason}));
                continue;
            };
            let mut answer = json!({"id": id, "verified": true});
            if let Some(place) = self.lines.at(first).filter(|place| place.line > 0) {
                answer["line"] = place.line.saturating_sub(1 - self.base.line).into();
                let file = self.lines.files().get(place.file as usize);
                answer["source"] = file.map_or(Value::Null, |file| Running::file_source(file));
            }
            answers.push(answer);
            set.push(breakpoint(id, addresses, wanted, true)?);
        }
        self.breakpoints.functions = set;
        self.send_breakpoints()?;
        Ok(json!({"breakpoints": answers}))
    }

    /// Returns the addresses of functions with a name, after the code that stores their parameters.
    /// The name is that of the source, with or without namespaces and parameters, or that of the
    /// program.
    fn functions_named(&self, name: &str) -> Vec<u32> {
        if name.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        if let Some(symbols) = &self.symbols {
            for (address, _, symbol) in symbols.functions() {
                let full = demangle(symbol);
                let plain = full.split('(').next().unwrap_or_default();
                let is_within = plain
                    .strip_suffix(name)
                    .is_some_and(|rest| rest.ends_with("::"));
                if full == name || plain == name || is_within {
                    found.push(self.lines.body(address));
                }
            }
        }
        let module = self.program.module();
        for body in self.program.functions() {
            let id: FuncId = body.id();
            let declaration = module.functions.get(id.0 as usize);
            let own = declaration.and_then(|declaration| declaration.name.as_ref());
            let is_own = own.is_some_and(|own| own[..] == *name.as_bytes());
            if (is_own || id.to_string() == name || function_name(module, id) == name)
                && let Some(address) = self.addresses.of_inst(id, InstId(0))
            {
                found.push(self.lines.body(address));
            }
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(MAX_ADDRESSES);
        found
    }

    /// Returns the lines where breakpoints can be set.
    pub(crate) fn breakpoint_locations(&self, arguments: &Value) -> Value {
        let shift = 1 - self.base.line;
        let from = number(arguments, "line").unwrap_or(0).saturating_add(shift);
        let to = number(arguments, "endLine").map_or(from, |line| line.saturating_add(shift));
        let lines = match self.source_kind(&arguments["source"]) {
            Ok(SourceKind::Files(files)) => self.lines.lines(&files, from, to),
            _ => Vec::new(),
        };
        let lines = lines.iter().map(|line| json!({"line": line - shift}));
        json!({"breakpoints": lines.collect::<Vec<_>>()})
    }

    fn send_breakpoints(&mut self) -> Result<(), String> {
        let addresses = self.breakpoints.all().flat_map(|it| it.addresses.clone());
        let addresses = addresses.collect();
        let sent = self.remote.set_breakpoints(addresses);
        sent.map_err(|gone| gone.to_string())
    }

    /// Decides whether the program stops at the breakpoints at the place of a thread.
    pub(crate) fn judge(&mut self, thread: u32) -> Verdict {
        let calls = self.calls(thread).unwrap_or_default();
        let address = calls
            .first()
            .and_then(|place| self.addresses.of_inst(place.function, place.inst));
        let Some((place, address)) = calls.first().zip(address) else {
            return Verdict::GoesOn;
        };
        let at = |it: &&mut Breakpoint| it.addresses.contains(&address);
        let mut reached: Vec<Breakpoint> = Vec::new();
        for breakpoint in self.breakpoints.all().filter(at) {
            reached.push(breakpoint.clone());
        }
        let call = Call {
            address,
            stack_pointer: place.stack_pointer,
            values: &place.values,
        };
        let (mut ids, mut is_function) = (Vec::new(), false);
        for breakpoint in reached {
            if !breakpoint.condition.is_empty() {
                let read = self.reader();
                let scope = self.scope_at(Some(call), &read);
                let value = evaluate(&breakpoint.condition, &scope);
                match value.map(|value| scope.values.is_true(value)) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    // Stop at a condition with an error, so that the user sees it.
                    Err(reason) => {
                        let text = format!("{}: {reason}\n", breakpoint.condition);
                        self.client.output("console", &text);
                    }
                }
            }
            let mut hits = breakpoint.hits;
            if let Some(known) = self.breakpoints.all().find(|it| it.id == breakpoint.id) {
                known.hits += 1;
                hits = known.hits;
            }
            if breakpoint.hits_needed.is_some_and(|needed| hits < needed) {
                continue;
            }
            if !breakpoint.log.is_empty() {
                let text = self.interpolated(&breakpoint.log, call);
                self.client.output("console", &format!("{text}\n"));
                continue;
            }
            is_function |= breakpoint.is_function;
            ids.push(breakpoint.id);
        }
        match ids.is_empty() {
            true => Verdict::GoesOn,
            false => Verdict::Stands {
                reason: match is_function {
                    true => "function breakpoint",
                    false => "breakpoint",
                },
                ids,
            },
        }
    }

    /// Replaces the expressions in braces in a text by their values.
    fn interpolated(&self, text: &str, call: Call<'_>) -> String {
        let read = self.reader();
        let scope = self.scope_at(Some(call), &read);
        let mut shown = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            shown.push_str(before);
            let Some((expression, after)) = after.split_once('}') else {
                shown.push('{');
                rest = after;
                break;
            };
            match evaluate(expression, &scope) {
                Ok(value) => shown.push_str(&scope.values.describe(value).0),
                Err(reason) => shown.push_str(&format!("<{reason}>")),
            }
            rest = after;
        }
        shown + rest
    }
}

fn bounded(wanted: &[Value]) -> Result<&[Value], String> {
    match wanted.len() {
        0..=MAX_BREAKPOINTS => Ok(wanted),
        count => Err(format!(
            "{count} breakpoints are more than {MAX_BREAKPOINTS}"
        )),
    }
}

fn breakpoint(
    id: u32,
    mut addresses: Vec<u32>,
    wanted: &Value,
    is_function: bool,
) -> Result<Breakpoint, String> {
    addresses.truncate(MAX_ADDRESSES);
    let hits = text(wanted, "hitCondition").trim();
    let hits_needed = match hits {
        "" => None,
        _ => Some(hits.parse().map_err(|_| {
            format!("a hit condition must be a number, the first hit that stops; found {hits:?}")
        })?),
    };
    Ok(Breakpoint {
        id,
        addresses,
        is_function,
        condition: text(wanted, "condition").trim().to_owned(),
        hits_needed,
        hits: 0,
        log: text(wanted, "logMessage").to_owned(),
    })
}
