//! Writes profiles in the processed format of the Firefox Profiler. Its tables have arrays as
//! columns, and refer to strings by index.

use super::Stacks;
use crate::read::Frame;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};

/// The version of the format. Later releases of the profiler can read it too.
const VERSION: u32 = 55;

/// Number of units, which are instructions or bytes, that the profiler shows as a millisecond.
const PER_MILLISECOND: u64 = 1000;

/// The tables of a thread.
#[derive(Default)]
struct Tables {
    texts: Vec<String>,
    text_numbers: HashMap<String, usize>,
    /// The name, and the file if it is known.
    functions: Vec<(usize, Option<usize>)>,
    function_numbers: HashMap<(usize, Option<usize>), usize>,
    /// The function and the line.
    frames: Vec<(usize, Option<u32>)>,
    frame_numbers: HashMap<(usize, Option<u32>), usize>,
    /// The frame and the calling stack.
    stacks: Vec<(usize, Option<usize>)>,
    stack_numbers: HashMap<(usize, Option<usize>), usize>,
}

/// Returns the index of a row, and adds the row if it is new.
fn number<T: Clone + Eq + std::hash::Hash>(
    rows: &mut Vec<T>,
    numbers: &mut HashMap<T, usize>,
    row: T,
) -> usize {
    *numbers.entry(row).or_insert_with_key(|row| {
        rows.push(row.clone());
        rows.len() - 1
    })
}

impl Tables {
    fn text(&mut self, text: &str) -> usize {
        number(&mut self.texts, &mut self.text_numbers, text.to_owned())
    }

    fn frame(&mut self, frame: &Frame) -> usize {
        let name = self.text(&frame.function);
        let file = (!frame.file.is_empty()).then(|| self.text(&frame.file));
        let function = (name, file);
        let function = number(&mut self.functions, &mut self.function_numbers, function);
        let line = (frame.line > 0).then_some(frame.line);
        number(&mut self.frames, &mut self.frame_numbers, (function, line))
    }

    fn stack(&mut self, frames: &[Frame]) -> Option<usize> {
        let mut around = None;
        for frame in frames {
            let row = (self.frame(frame), around);
            around = Some(number(&mut self.stacks, &mut self.stack_numbers, row));
        }
        around
    }
}

/// Writes the profile of a program, with one track for each name. `unit` is a weight type that the
/// profiler knows.
pub(super) fn write(
    program: &str,
    unit: &str,
    tracks: &[(&str, &Stacks)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let tracks = (1..).zip(tracks);
    let threads = tracks.map(|(number, (name, stacks))| track(program, number, name, unit, stacks));
    let document = json!({
        "meta": meta(program),
        "libs": [],
        "pages": [],
        "profilerOverhead": [],
        "counters": [],
        "threads": threads.collect::<Vec<_>>(),
    });
    serde_json::to_writer(&mut *out, &document)?;
    out.write_all(b"\n")
}

fn track(program: &str, number: u32, name: &str, unit: &str, stacks: &Stacks) -> Value {
    let mut tables = Tables::default();
    let (mut stack, mut time, mut weight) = (Vec::new(), Vec::new(), Vec::new());
    let mut passed: u64 = 0;
    for (frames, &count) in stacks {
        stack.push(tables.stack(frames));
        time.push(passed as f64 / PER_MILLISECOND as f64);
        weight.push(count);
        passed = passed.saturating_add(count);
    }
    let samples = json!({
        "length": stack.len(),
        "stack": stack,
        "time": time,
        "weight": weight,
        "weightType": unit,
    });
    let mut thread = thread(program, &tables, &samples, passed);
    thread["name"] = name.into();
    thread["isMainThread"] = (number == 1).into();
    thread["tid"] = number.to_string().into();
    thread
}

fn meta(program: &str) -> Value {
    json!({
        "version": 24,
        "preprocessedProfileVersion": VERSION,
        "product": program,
        "interval": 1.0,
        "startTime": 0.0,
        "processType": 0,
        "stackwalk": 1,
        "debug": false,
        "symbolicated": true,
        "usesOnlyOneStackType": true,
        "sourceCodeIsNotOnSearchfox": true,
        "pausedRanges": [],
        "markerSchema": [],
        "categories": [{"name": "Program", "color": "blue", "subcategories": ["Other"]}],
        "extensions": {"length": 0, "baseURL": [], "id": [], "name": []},
        "sampleUnits": {"time": "ms", "eventDelay": "ms", "threadCPUDelta": "µs"},
    })
}

fn thread(program: &str, tables: &Tables, samples: &Value, passed: u64) -> Value {
    let frames = tables.frames.len();
    let functions = tables.functions.len();
    let nothing = |count: usize| vec![Value::Null; count];
    json!({
        "processType": "default",
        "processName": program,
        "processStartupTime": 0.0,
        "processShutdownTime": passed as f64 / PER_MILLISECOND as f64,
        "registerTime": 0.0,
        "unregisterTime": null,
        "pausedRanges": [],
        "showMarkersInTimeline": false,
        "pid": "1",
        "samples": samples,
        "markers": {
            "length": 0, "category": [], "data": [], "endTime": [], "name": [], "phase": [],
            "startTime": [],
        },
        "stackTable": {
            "length": tables.stacks.len(),
            "frame": tables.stacks.iter().map(|row| row.0).collect::<Vec<_>>(),
            "prefix": tables.stacks.iter().map(|row| row.1).collect::<Vec<_>>(),
        },
        "frameTable": {
            "length": frames,
            "address": vec![-1; frames],
            "inlineDepth": vec![0; frames],
            "category": vec![0; frames],
            "subcategory": vec![0; frames],
            "func": tables.frames.iter().map(|row| row.0).collect::<Vec<_>>(),
            "nativeSymbol": nothing(frames),
            "innerWindowID": vec![0; frames],
            "line": tables.frames.iter().map(|row| row.1).collect::<Vec<_>>(),
            "column": nothing(frames),
        },
        "funcTable": {
            "length": functions,
            "name": tables.functions.iter().map(|row| row.0).collect::<Vec<_>>(),
            "isJS": vec![false; functions],
            "relevantForJS": vec![false; functions],
            "resource": vec![-1; functions],
            "fileName": tables.functions.iter().map(|row| row.1).collect::<Vec<_>>(),
            "lineNumber": nothing(functions),
            "columnNumber": nothing(functions),
        },
        "resourceTable": {"length": 0, "lib": [], "name": [], "host": [], "type": []},
        "nativeSymbols": {
            "length": 0, "address": [], "functionSize": [], "libIndex": [], "name": [],
        },
        "stringArray": tables.texts,
    })
}
