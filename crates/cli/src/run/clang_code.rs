//! Machine code by clang in the cache: its keys, how it is made, and what is known about a program.
//!
//! Two entries belong to a program: its code, and a [`Standing`], which says whether the engine
//! `tiered` may use the code.

use super::Arguments;
use crate::output::{BAD_USE, Failure};
use crate::progress::Progress;
use pinnacle_driver::Environment;
use pinnacle_driver::native::Compiler;
use pinnacle_native::{CompileError, Lifted, Options};
use pinnacle_pexe::decode::Program;
use pinnacle_record::Sum;
use pinnacle_runtime::cache::{Cache, Entry, Key, KeyBuilder, Lock};
use pinnacle_runtime::compiled::Trusted;
use pinnacle_runtime::irt;
use std::ffi::OsStr;

/// Maximum number of times that the same program is compiled in the background without success. A
/// compilation that was interrupted counts, so a program on which clang hangs is left alone.
const MAX_TRIES: u8 = 2;

/// The first byte of the entry for a [`Standing`].
const READY: u8 = 0;
const UNSUITABLE: u8 = 1;
const TRIED: u8 = 2;

/// What `tiered` knows about a program and its code by clang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// The code is in the cache, and the program behaves in it as in any other engine.
    Ready,
    /// The program must not run as code by clang unless the user asks for it.
    Unsuitable,
    /// Compiling it has begun that many times, and has not been completed.
    Tried(u8),
}

impl Standing {
    /// Returns true if the program may be compiled in the background.
    pub(super) fn allows_compiling(self) -> bool {
        match self {
            Standing::Ready => true,
            Standing::Unsuitable => false,
            Standing::Tried(times) => times < MAX_TRIES,
        }
    }
}

/// Finds the compiler, without running it.
pub(super) fn locate() -> Result<Compiler, pinnacle_driver::Error> {
    Compiler::locate(
        OsStr::new("clang"),
        &Environment::of_process("pinnacle run"),
    )
}

/// The places of a program's entries in the cache.
#[derive(Debug)]
pub(super) struct Places {
    cache: Cache,
    code: Key,
    standing: Key,
}

impl Places {
    /// Makes keys of everything that the code depends on. The processor is not included, because
    /// clang compiles for the baseline. `sum` is the SHA-256 of the file.
    pub(super) fn new(cache: Cache, compiler: &Compiler, stack_size: u32, sum: &Sum) -> Places {
        let key = |what: &[u8]| {
            KeyBuilder::new()
                .this_program()
                .field(what)
                .file(compiler.clang())
                .field(&stack_size.to_le_bytes())
                .field(sum)
                .key()
        };
        Places {
            code: key(b"clang"),
            standing: key(b"clang, standing"),
            cache,
        }
    }

    /// Returns the code, if it is in the cache.
    pub(super) fn code(&self) -> Option<Lifted> {
        let entry = self.cache.get(&self.code)?;
        Some(Lifted::new(Trusted::from(&entry)))
    }

    /// Stores the code of a program, and whether `tiered` may use it.
    pub(super) fn keep(&self, code: &Lifted, program: &Program) {
        // Without an entry, only the next start is slower.
        let _ = self.cache.put(&self.code, code.bytes());
        // Code that is too large for the cache is not there.
        if is_suitable(program) && self.cache.get(&self.code).is_some() {
            self.set_standing(Standing::Ready);
        }
    }

    /// Returns what is known about the program.
    pub(super) fn standing(&self) -> Standing {
        let entry = self.cache.get(&self.standing);
        match entry.as_ref().map(Entry::contents) {
            Some(&[READY, _]) => Standing::Ready,
            Some(&[UNSUITABLE, _]) => Standing::Unsuitable,
            Some(&[_, times]) => Standing::Tried(times),
            _ => Standing::Tried(0),
        }
    }

    /// Stores what is known about the program.
    pub(super) fn set_standing(&self, standing: Standing) {
        let bytes = match standing {
            Standing::Ready => [READY, 0],
            Standing::Unsuitable => [UNSUITABLE, 0],
            Standing::Tried(times) => [TRIED, times],
        };
        // Without an entry, the program only counts as unknown.
        let _ = self.cache.put(&self.standing, &bytes);
    }

    /// Locks the cache for work in the background. Returns `None` if another process has the lock.
    pub(super) fn try_lock(&self) -> Option<Lock> {
        self.cache.try_lock().ok().flatten()
    }
}

/// Returns true if a program behaves in code by clang as in the other engines, with every option
/// that clang's code supports. In a program with threads, data races are undefined, and the turns
/// of threads have other lengths.
pub(super) fn is_suitable(program: &Program) -> bool {
    let module = program.module();
    !pinnacle_pepper::is_wanted(module) && !irt::loads_modules(module) && !irt::uses_threads(module)
}

/// Compiles a program. `name` is that of its file.
pub(super) fn compile(
    program: &Program,
    arguments: &Arguments,
    compiler: &Compiler,
    name: &str,
) -> Result<Lifted, Failure> {
    compiler
        .check_release()
        .map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    let progress = Progress::start("compiling", 1);
    progress.file(name);
    let options = Options {
        stack_size: arguments.stack.size.0,
        threads: irt::uses_threads(program.module()),
    };
    Lifted::compile(program, compiler, options).map_err(|error| match error {
        CompileError::Clang(error) => Failure::of_toolchain(&error, BAD_USE),
        error => Failure::new(format!("{name}: {error}")),
    })
}
