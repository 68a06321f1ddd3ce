//! A log of the calls of Pepper, in human-readable lines.
//!
//! ```text
//! 0 PPB_Var;1.2.VarFromUtf8("hello", 5) -> string 7
//! 0 PPB_Graphics2D;1.1.Flush(4, callback 0x1a) -> PP_OK_COMPLETIONPENDING
//! ```
//!
//! A line contains the number of the thread, the function with its arguments formatted by their
//! types, and the result. The last lines list the objects to which the program still holds
//! references.

use pinnacle_pepper::interfaces;
use pinnacle_pepper::table::ctypes::{self, CType, Kind};
use pinnacle_pepper::table::{Declared, Method, Pointer};
use pinnacle_pepper::{Held, Pepper};
use pinnacle_system::host::{Action, AtRest, Host, HostContext, HostFunction};
use pinnacle_system::memory::Memory;
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

/// Maximum number of bytes of a text that are shown.
const MAX_TEXT: u32 = 60;

/// A host that logs calls.
pub struct Traced {
    pepper: Pepper,
    sink: Option<Sink>,
}

struct Sink {
    out: Box<dyn Write + Send>,
    /// The methods, by function number.
    methods: BTreeMap<usize, &'static Method>,
    /// For each thread, the method that it has called and that has not returned.
    open: BTreeMap<u32, usize>,
}

impl fmt::Debug for Traced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Traced")
            .field("pepper", &self.pepper)
            .finish_non_exhaustive()
    }
}

impl Traced {
    /// Wraps Pepper. Calls are logged to `out`, if there is one.
    pub fn new(pepper: Pepper, out: Option<Box<dyn Write + Send>>) -> Traced {
        let sink = out.map(|out| {
            let methods = interfaces::ALL.iter().flat_map(|one| one.methods);
            let count = methods.clone().count();
            // Pepper's functions come after those of the IRT.
            let first = pepper.functions().len() - count;
            Sink {
                out,
                methods: (first..).zip(methods).collect(),
                open: BTreeMap::new(),
            }
        });
        Traced { pepper, sink }
    }

    /// Writes the objects that the program still holds at the end of the run.
    pub fn finish(&mut self) {
        let Some(sink) = &mut self.sink else {
            return;
        };
        let held = self.pepper.held();
        if held.is_empty() {
            sink.line("held at the end: nothing");
        }
        for Held {
            id,
            references,
            what,
        } in held
        {
            sink.line(&format!("held at the end: {what} {id}, {references} times"));
        }
        // If the reader has closed the pipe, this fails, which is ignored.
        let _ = sink.out.flush();
    }
}

impl Sink {
    fn line(&mut self, line: &str) {
        // A trace that cannot be written is not a reason to stop the program.
        let _ = writeln!(self.out, "{line}");
    }

    /// Formats the call of a method of Pepper. Returns `None` for other functions.
    fn call(&self, function: usize, name: &str, args: &[u64], memory: &Memory) -> Option<String> {
        let method = self.methods.get(&function)?;
        let mut line = format!("{name}(");
        // If a structure is returned, the first argument is its address.
        let gives_structure = method.signature().types().0.len() > method.parameters.len();
        let args = args.iter().skip(usize::from(gives_structure));
        for (index, (parameter, &word)) in method.parameters.iter().zip(args).enumerate() {
            if index > 0 {
                line.push_str(", ");
            }
            value(&parameter.declared, word, memory, &mut line);
        }
        line.push(')');
        Some(line)
    }

    /// Formats the result of a method.
    fn result(&self, function: usize, word: u64, args: &[u64], memory: &Memory) -> String {
        let mut text = String::new();
        let Some(method) = self.methods.get(&function) else {
            return text;
        };
        let is_void = matches!(method.result.ty.kind, Kind::Void);
        if is_void && method.result.pointer == Pointer::No {
            return text;
        }
        text.push_str(" -> ");
        let gives_structure = method.signature().types().0.len() > method.parameters.len();
        let word = match args.first() {
            Some(&address) if gives_structure => address,
            _ => word,
        };
        let number = word as u32 as i32;
        if method.result.ty.name == "int32_t" && number < 0 {
            match error_name(number) {
                Some(name) => text.push_str(name),
                None => {
                    let _ = write!(text, "{number}");
                }
            }
        } else {
            value(&method.result, word, memory, &mut text);
        }
        text
    }
}

/// Formats a value by its type.
fn value(declared: &Declared, word: u64, memory: &Memory, line: &mut String) {
    let address = word as u32;
    let _ = match (declared.pointer, declared.ty.name) {
        (Pointer::Const, "char") => match memory.c_string(address, MAX_TEXT) {
            Ok(Some(text)) => write!(line, "{:?}", String::from_utf8_lossy(&text)),
            _ => write!(line, "{address:#x}"),
        },
        (Pointer::No, "PP_Var") => return var(address, memory, line),
        (Pointer::No, "PP_CompletionCallback") => match memory.load_u32(address) {
            Ok(0) => write!(line, "no callback"),
            Ok(function) => write!(line, "callback {function:#x}"),
            Err(_) => write!(line, "{address:#x}"),
        },
        (Pointer::No, "PP_Bool") => write!(line, "{}", address != 0),
        (Pointer::No, _) => return plain(&declared.ty, word, line),
        _ => write!(line, "{address:#x}"),
    };
}

/// Formats a number, or the address of a structure.
fn plain(ty: &CType, word: u64, line: &mut String) {
    let number = word as u32;
    let _ = match ty.kind {
        Kind::Alias(ty) => return plain(ty, word, line),
        Kind::Enumeration(values) => {
            match values.iter().find(|value| value.number == number as i32) {
                Some(value) => write!(line, "{}", value.name),
                None => write!(line, "{}", number as i32),
            }
        }
        Kind::Base { .. } => match ty.name {
            "float" => write!(line, "{:?}", f32::from_bits(number)),
            "double" => write!(line, "{:?}", f64::from_bits(word)),
            "int64_t" => write!(line, "{}", word as i64),
            "uint64_t" => write!(line, "{word}"),
            "uint32_t" | "uint16_t" | "uint8_t" => write!(line, "{number}"),
            _ => write!(line, "{}", number as i32),
        },
        _ => write!(line, "{number:#x}"),
    };
}

/// Formats the `PP_Var` at an address.
fn var(address: u32, memory: &Memory, line: &mut String) {
    let mut bytes = [0; 16];
    if memory.read(address, &mut bytes).is_err() {
        let _ = write!(line, "{address:#x}");
        return;
    }
    let [kind, _, low, high] =
        [0, 4, 8, 12].map(|at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i])));
    let double = f64::from_bits(u64::from(low) | u64::from(high) << 32);
    let _ = match kind {
        0 => write!(line, "undefined"),
        1 => write!(line, "null"),
        2 => write!(line, "{}", low != 0),
        3 => write!(line, "{}", low as i32),
        4 => write!(line, "{double:?}"),
        5 => write!(line, "string {low}"),
        6 => write!(line, "object {low}"),
        7 => write!(line, "array {low}"),
        8 => write!(line, "dictionary {low}"),
        9 => write!(line, "array buffer {low}"),
        10 => write!(line, "resource {low}"),
        _ => write!(line, "var of kind {kind}"),
    };
}

/// Returns the name of an error.
fn error_name(number: i32) -> Option<&'static str> {
    let types = ctypes::headers().flat_map(|header| header.types);
    let values = types
        .filter(|ty| ty.name == "PP_Error")
        .find_map(|ty| match ty.kind {
            Kind::Enumeration(values) => Some(values),
            _ => None,
        })?;
    let value = values.iter().find(|value| value.number == number)?;
    Some(value.name)
}

impl Host for Traced {
    fn functions(&self) -> &[HostFunction] {
        self.pepper.functions()
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        let Some(sink) = &mut self.sink else {
            return self.pepper.call(function, args, context);
        };
        let name = &self.pepper.functions()[function].name;
        let call = sink.call(function, name, args, context.memory);
        let action = self.pepper.call(function, args, context);
        if let Some(call) = call {
            let end = match &action {
                Action::Return(word) => sink.result(function, *word, args, context.memory),
                Action::Trap(kind) => format!(" -> trap: {kind}"),
                _ => {
                    sink.open.insert(context.thread, function);
                    " ...".into()
                }
            };
            sink.line(&format!("{} {call}{end}", context.thread));
        }
        action
    }

    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        let action = self.pepper.resume(result, context);
        if let Some(sink) = &mut self.sink
            && let Action::Return(word) = &action
            && let Some(function) = sink.open.remove(&context.thread)
        {
            let name = &self.pepper.functions()[function].name;
            let end = sink.result(function, *word, &[], context.memory);
            sink.line(&format!("{} ... {name}{end}", context.thread));
        }
        action
    }

    fn at_rest(&mut self) -> AtRest {
        self.pepper.at_rest()
    }

    fn real_time(&self) -> Duration {
        self.pepper.real_time()
    }

    fn has_own_clock(&self) -> bool {
        self.pepper.has_own_clock()
    }

    fn pass_time(&mut self, duration: Duration) {
        self.pepper.pass_time(duration);
    }
}
