//! From the interpreter to machine code while a program runs.
//!
//! A program starts interpreted, without delay. After a while all of it is compiled on other
//! threads, once, to the same code that the cache keeps. A larger program waits longer for that
//! ([`super::compile_threshold`]). From then on interpreted functions call compiled ones. A
//! function that is interpreted in a loop also switches to code. For this, the loop's head becomes
//! the entry of a separate function ([`super::loop_entry`]), whose parameters are the values live
//! there and whose result is the original function's.
//!
//! The functions that are hot when compilation begins come first, as code of their own that is used
//! until the whole program is compiled ([`super::hot_code`]). The loop that the program is in comes
//! next, and is entered as soon as there is code.
//!
//! Every thread switches by itself, with its own instance of the code.
//!
//! So interpreted calls are always below compiled ones on a stack; a function that calls
//! setjmp is interpreted to its end, since a longjmp could come back to it.

use super::code::{About, Code, CodeError};
use super::compile_threshold::CompileThreshold;
use super::compiler_threads;
use super::hot_code::{Choice, HotCode};
use super::limits::MAX_ENTRIES;
use super::loop_entry::{self, EntryCode};
use crate::interp::nested::OsrPoint;
use crate::native::OwnedBodies;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::Program;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, JoinHandle};
use wasmtime::{Engine, Func};

/// Maximum number of loop entries that are compiled at the same time.
const MAX_PENDING: usize = 2;

/// Interval at which an interpreted thread checks for code while it is being compiled, in
/// instructions, or in rounds if these are counted.
const LOOK: i64 = 200_000;
const LOOK_ROUNDS: i64 = 10_000;

/// Number of calls to compiled functions after which an interpreted thread checks for code. These
/// calls are expensive, and are not counted as instructions.
const CALLS: u32 = 500;

/// Number of times that a thread stops at the next jump back, to reach a loop whose code is ready.
const STEPS: u32 = 32;

/// The loop whose code an interpreted thread waits for.
#[derive(Default)]
pub(super) struct Waiting {
    place: Option<OsrPoint>,
    /// Number of compiled functions called since the thread last checked for code.
    pub(super) calls: u32,
    /// True if the code is ready and the thread only has to reach the loop.
    is_near: bool,
    /// Number of further steps for reaching it.
    steps: u32,
}

impl Waiting {
    /// Starts to wait for the code of a loop, if the loop is known.
    fn new(place: Option<OsrPoint>) -> Waiting {
        Waiting {
            place,
            calls: 0,
            is_near: false,
            steps: STEPS,
        }
    }
}

/// Settings for switching a program from the interpreter to code.
#[derive(Default)]
pub struct Tiering {
    /// Part of the budget after which the interpreter checks for code: in instructions, or in
    /// rounds for programs with threads. The default is the whole budget, which lasts some
    /// milliseconds; it is shorter while code is being compiled.
    pub slice: Option<u32>,
    /// Compiles in the program's thread, so that the program switches to code at the same places in
    /// every run. For tests.
    pub waits: bool,
    /// Compiles only hot functions, and never the whole program. For tests.
    pub stays_hot: bool,
    /// Called with the code as soon as it is ready, on the thread that compiled it. It can keep the
    /// code, for example.
    pub keep: Option<Keep>,
}

/// A function that is called with newly compiled code.
pub type Keep = Box<dyn Fn(&Code) + Send + Sync>;

impl fmt::Debug for Tiering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tiering")
            .field("slice", &self.slice)
            .field("waits", &self.waits)
            .finish_non_exhaustive()
    }
}

/// The compilation of a program, which continues to its end even if the run ends earlier.
pub struct Compilation(pub(super) Arc<Tiers>);

impl Compilation {
    /// Waits until finished code is stored in the cache. Returns false if compilation is not
    /// finished; it then continues until the process ends.
    pub fn finish_if_compiled(&self) -> bool {
        let is_compiled = self.0.code.get().is_some();
        if is_compiled {
            self.finish();
        }
        is_compiled
    }

    /// Waits until the code is compiled and stored.
    pub fn finish(&self) {
        if let Some(handle) = self.0.compiler().take() {
            // A compiler thread that panicked produces no code.
            let _ = handle.join();
        }
    }
}

impl fmt::Debug for Compilation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compilation").finish_non_exhaustive()
    }
}

/// The progress of a program from the interpreter to code.
pub(super) struct Tiers {
    program: Arc<Program>,
    bodies: Arc<OwnedBodies>,
    about: Arc<About>,
    engine: Engine,
    jobs: usize,
    tiering: Tiering,
    has_begun: AtomicBool,
    threshold: CompileThreshold,
    /// The hot functions; `None` if none qualify.
    hot: OnceLock<Option<HotCode>>,
    code: OnceLock<Result<Code, CodeError>>,
    compiler: Mutex<Option<JoinHandle<()>>>,
    entries: Mutex<HashMap<OsrPoint, Entry>>,
}

/// The state of a location where code can be entered.
enum Entry {
    Pending,
    Ready(Arc<EntryCode>),
    /// The location never gets code.
    Refused,
}

/// The loop entries instantiated by a thread.
pub(super) type Instances = HashMap<OsrPoint, Func>;

impl Tiers {
    pub(super) fn new(
        program: Arc<Program>,
        bodies: Arc<OwnedBodies>,
        (about, engine): (Arc<About>, Engine),
        jobs: usize,
        tiering: Tiering,
    ) -> Tiers {
        let threshold = match tiering.slice {
            Some(_) => CompileThreshold::default(),
            None => CompileThreshold::with(&program, about.budget()),
        };
        Tiers {
            program,
            bodies,
            about,
            engine,
            jobs,
            tiering,
            has_begun: AtomicBool::new(false),
            threshold,
            hot: OnceLock::new(),
            code: OnceLock::new(),
            compiler: Mutex::new(None),
            entries: Mutex::default(),
        }
    }

    /// Returns how much of the budget a thread that waits for code uses before it pauses.
    pub(super) fn slice(&self, waiting: &Waiting) -> Option<i64> {
        if self.tiering.stays_hot && self.has_begun() {
            return None;
        }
        if self.tiering.slice.is_some() {
            return self.tiering.slice.map(i64::from);
        }
        if waiting.calls >= CALLS || waiting.is_near && waiting.steps > 0 {
            return Some(0);
        }
        let look = if self.about.counts() {
            LOOK_ROUNDS
        } else {
            LOOK
        };
        self.has_begun().then_some(look)
    }

    /// Returns the code, once it is compiled.
    pub(super) fn code(&self) -> Option<&Code> {
        self.code.get()?.as_ref().ok()
    }

    /// Returns the hot functions, once they are compiled.
    pub(super) fn hot(&self) -> Option<&HotCode> {
        self.hot.get()?.as_ref()
    }

    /// Returns the facts about the hot functions, if a module is their code.
    pub(super) fn hot_of(&self, module: &wasmtime::Module) -> Option<Arc<About>> {
        let code = &self.hot()?.code;
        let is_same = code.module.image_range() == module.image_range();
        is_same.then(|| code.about.clone())
    }

    /// Counts work of the interpreter, in instructions, or in rounds if these are counted. Returns
    /// true if it is time to begin to compile the program.
    pub(super) fn is_time_after(&self, work: u64) -> bool {
        !self.has_begun() && self.threshold.is_reached_after(work)
    }

    /// Starts to compile the program unless that has started; first these functions of a thread,
    /// and the loop that it is in. Returns what the thread waits for.
    pub(super) fn begin(
        self: &Arc<Tiers>,
        functions: Vec<FuncId>,
        point: Option<OsrPoint>,
    ) -> Waiting {
        if self.has_begun.swap(true, Ordering::Relaxed) {
            return Waiting::default();
        }
        if self.tiering.stays_hot {
            self.compile_hot(&functions);
            return Waiting::default();
        }
        if self.tiering.waits {
            self.compile();
            return Waiting::default();
        }
        if let Some(point) = point {
            self.entries().insert(point, Entry::Pending);
        }
        let this = self.clone();
        let spawned = Builder::new().name("compiler".into()).spawn(move || {
            this.compile_hot(&functions);
            if let Some(point) = point {
                this.compile_entry(point);
            }
            let is_large = this.threshold.is_long();
            compiler_threads::run(this.jobs, is_large, || this.compile());
        });
        // If no thread can be started, the program is interpreted to its end.
        if let Ok(handle) = spawned {
            *self.compiler() = Some(handle);
        }
        Waiting::new(point)
    }

    fn compile_hot(&self, functions: &[FuncId]) {
        let parts = (&*self.about, &self.engine);
        let choice = match self.tiering.stays_hot {
            true => Choice::Any,
            false => Choice::Useful,
        };
        let hot = HotCode::compile(&self.program, parts, functions, choice);
        self.hot.get_or_init(|| hot);
    }

    fn compile(&self) {
        let code = Code::compile_with(&self.program, &self.about, &self.engine, self.jobs);
        // The program already uses the code while it is being stored.
        let code = self.code.get_or_init(|| code);
        if let (Ok(code), Some(keep)) = (code, &self.tiering.keep) {
            keep(code);
        }
    }

    /// Returns true if compilation of the program has started.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun.load(Ordering::Relaxed)
    }

    fn compiler(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.compiler.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<OsrPoint, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the loop entry for a location. If this is the first request for it, it may be ready
    /// later.
    fn entry(self: &Arc<Tiers>, point: OsrPoint) -> Option<Arc<EntryCode>> {
        let mut entries = self.entries();
        match entries.get(&point) {
            Some(Entry::Ready(code)) => return Some(code.clone()),
            Some(_) => return None,
            None => {}
        }
        let pending = entries
            .values()
            .filter(|entry| matches!(entry, Entry::Pending));
        if entries.len() >= MAX_ENTRIES || pending.count() >= MAX_PENDING {
            return None;
        }
        entries.insert(point, Entry::Pending);
        drop(entries);
        if self.tiering.waits {
            self.compile_entry(point);
            return match self.entries().get(&point) {
                Some(Entry::Ready(code)) => Some(code.clone()),
                _ => None,
            };
        }
        let this = self.clone();
        let spawned = Builder::new()
            .name("compiler".into())
            .spawn(move || this.compile_entry(point));
        if spawned.is_err() {
            self.entries().insert(point, Entry::Refused);
        }
        None
    }

    /// Returns the loop entry of a place, once it is compiled.
    fn ready(&self, point: OsrPoint) -> Option<Arc<EntryCode>> {
        match self.entries().get(&point) {
            Some(Entry::Ready(code)) => Some(code.clone()),
            _ => None,
        }
    }

    /// Returns the loop entry for a thread's current place. If there is none, but the code for the
    /// loop that the thread waits for is ready, returns `None` up to [`STEPS`] times, so that the
    /// thread can get back to that loop. That is faster than compiling other code.
    pub(super) fn place_to_enter(
        self: &Arc<Tiers>,
        point: Option<OsrPoint>,
        waiting: &mut Waiting,
    ) -> Option<(OsrPoint, Arc<EntryCode>)> {
        let found = point.and_then(|point| Some((point, self.ready(point)?)));
        if found.is_none() {
            waiting.is_near = waiting
                .place
                .is_some_and(|place| self.ready(place).is_some());
            if waiting.is_near && waiting.steps > 0 {
                waiting.steps -= 1;
                return None;
            }
        }
        let found = found.or_else(|| point.and_then(|point| Some((point, self.entry(point)?))));
        *waiting = Waiting::new(point.filter(|_| found.is_none()));
        found
    }

    /// The functions that have loop entries.
    #[cfg(test)]
    pub(super) fn entered(&self) -> Vec<FuncId> {
        let entries = self.entries();
        let ready = entries
            .iter()
            .filter(|(_, entry)| matches!(entry, Entry::Ready(_)));
        ready.map(|(point, _)| point.function).collect()
    }

    /// Returns true if the loop entry that a thread waits for is being compiled.
    pub(super) fn is_compiled_for(&self, waiting: &Waiting) -> bool {
        let entries = self.entries();
        let entry = waiting.place.and_then(|place| entries.get(&place));
        matches!(entry, Some(Entry::Pending))
    }

    fn compile_entry(&self, point: OsrPoint) {
        let parts = (&*self.about, &self.engine);
        let entry = match loop_entry::compile(&self.program, &self.bodies, parts, point) {
            Some(code) => Entry::Ready(Arc::new(code)),
            None => Entry::Refused,
        };
        self.entries().insert(point, entry);
    }

    /// Returns the loop entry whose code is a module.
    pub(super) fn entry_of(&self, module: &wasmtime::Module) -> Option<Arc<EntryCode>> {
        let entries = self.entries();
        let mut ready = entries.values().filter_map(|entry| match entry {
            Entry::Ready(code) => Some(code),
            _ => None,
        });
        let range = module.image_range();
        ready
            .find(|code| code.module.image_range() == range)
            .cloned()
    }
}
