//! The thread that a program runs on.

use crate::error::PageError;
use pinnacle_headless::machine::Session;
use pinnacle_pepper::Pepper;
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::embed::{Engine, EngineKind};
use pinnacle_runtime::interp::{self, Interpreter, StartState};
use pinnacle_runtime::loader::{self, LoadOptions};
#[cfg(all(feature = "wasmtime", unix))]
use pinnacle_runtime::{
    compiled::{self, Code, CodeOptions, Exports, Tiering},
    program::StartError,
};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(all(feature = "wasmtime", unix))]
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Makes the host of a program from the range in which memory can be mapped.
pub(crate) type MakeHost = Box<dyn FnOnce(Range<u32>) -> Pepper + Send>;

/// A program, and everything needed to run it.
pub(crate) struct Job {
    pub(crate) program: Arc<Program>,
    pub(crate) kind: EngineKind,
    pub(crate) load: LoadOptions,
    pub(crate) seed: u64,
    pub(crate) host: MakeHost,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// A program that runs on its own thread.
#[derive(Debug)]
pub(crate) struct Runner {
    thread: JoinHandle<Result<u8, PageError>>,
    stop: Arc<Stop>,
}

/// Stops the program from another thread.
#[derive(Default, Debug)]
struct Stop {
    flag: Arc<AtomicBool>,
    #[cfg(all(feature = "wasmtime", unix))]
    code: Mutex<Option<compiled::Interrupter>>,
}

/// Records the end of the program, even if its thread panics.
struct Ending(Session);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Runner {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses a thread.
    pub(crate) fn start(job: Job, session: Session) -> Result<Runner, PageError> {
        let stop = Arc::new(Stop::default());
        let seen = stop.clone();
        let thread = thread::Builder::new()
            .name("pinnacle-page".into())
            .spawn(move || {
                let _ending = Ending(session);
                job.run(&seen)
            })
            .map_err(|error| PageError::Device(format!("cannot start a thread: {error}")))?;
        Ok(Runner { thread, stop })
    }

    /// Stops the program as if its time were up.
    pub(crate) fn stop(&self) {
        self.stop.flag.store(true, Ordering::Relaxed);
        #[cfg(all(feature = "wasmtime", unix))]
        if let Some(code) = &*self
            .stop
            .code
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
        {
            code.interrupt();
        }
    }

    /// Waits for the end of the program and returns its exit status.
    pub(crate) fn join(self) -> Result<u8, PageError> {
        let failed = || PageError::Device("the thread of the program panicked".into());
        self.thread.join().unwrap_or_else(|_| Err(failed()))
    }
}

impl Job {
    fn run(self, stop: &Stop) -> Result<u8, PageError> {
        match self.kind {
            EngineKind::Auto if !Engine::has_compiler() => self.interpret(stop),
            EngineKind::Interpreter => self.interpret(stop),
            #[cfg(all(feature = "wasmtime", unix))]
            EngineKind::Auto | EngineKind::Compiled => self.compile(stop),
            #[cfg(not(all(feature = "wasmtime", unix)))]
            EngineKind::Auto | EngineKind::Compiled => {
                Err(PageError::Compile("this build has no compiler".into()))
            }
        }
    }

    fn interpret(self, stop: &Stop) -> Result<u8, PageError> {
        let (module, bodies) = (self.program.module(), self.program.functions());
        let mut image = loader::load(module, &self.load)
            .map_err(pinnacle_runtime::program::StartError::from)?;
        let mut host = (self.host)(image.arena.clone());
        let Some(entry) = module.entry() else {
            return Err(PageError::Compile(
                "the program has no entry function".into(),
            ));
        };
        let start = StartState {
            entry,
            argument: image.start_block,
            stack: image.stack.clone(),
        };
        let options = interp::Options {
            seed: self.seed,
            ..interp::Options::default()
        };
        let status = Interpreter::new(module, bodies, &image.globals, options)
            .with_interrupt(stop.flag.clone())
            .run(&mut image.memory, &start, &mut host, &mut ())?;
        Ok(status)
    }

    /// Runs the program as machine code, from the start or when it is ready.
    #[cfg(all(feature = "wasmtime", unix))]
    fn compile(self, stop: &Stop) -> Result<u8, PageError> {
        let options = CodeOptions {
            stack_size: self.load.stack_size,
            interruptible: true,
            exports: Exports::All,
            host: pinnacle_pepper::declarations().collect(),
            ..CodeOptions::default()
        };
        let is_tiered = self.kind == EngineKind::Auto
            && !pinnacle_runtime::irt::loads_modules(self.program.module());
        let ended = compiled::with_stack(|| {
            let mut instance = if is_tiered {
                let tiering = Tiering::default();
                let program = &self.program;
                compiled::Instance::tiered(program, &options, tiering, &self.load, self.host)?
            } else {
                let code = Code::compile(&self.program, &options)
                    .map_err(|error| PageError::Compile(error.to_string()))?;
                compiled::Instance::with_host(&code, &self.load, self.host)?
            };
            instance.set_seed(self.seed);
            let interrupter = instance.interrupter();
            *stop.code.lock().unwrap_or_else(PoisonError::into_inner) = Some(interrupter);
            let result = instance.run(None);
            // It holds the instance.
            stop.code
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            result.map_err(|stop| PageError::Trap(instance.trap(&stop, &self.program)))
        });
        ended.map_err(StartError::from)?
    }
}
