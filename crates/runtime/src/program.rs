//! Prepares a program from a module and its user's options: memory, start-up block, files, IRT.
//!
//! Every engine takes an [`Instance`], calls `_start` with the address of the start-up block, and
//! offers the functions of the IRT from [`Image::first_host_function`] on.
//!
//! ```no_run
//! use pinnacle_runtime::interp::Options;
//! use pinnacle_runtime::program::{Instance, RunOptions};
//!
//! let bytes = std::fs::read("hello.pexe")?;
//! let program = pinnacle_pexe::decode::decode(&bytes, &Default::default())?;
//! let options = RunOptions {
//!     arguments: vec![b"hello".into()],
//!     ..RunOptions::default()
//! };
//! let mut instance = Instance::new(program.module(), options)?;
//! let status = instance.interpret(&program, Options::default(), &mut ())?;
//! println!("exit status {status}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::files::{FileSystem, Stdio};
use crate::host::Host;
use crate::interp::{Interpreter, Options, StartState, TraceSink};
use crate::irt::{self, Finalizer, Irt};
use crate::loader::{self, DEFAULT_MEMORY_LIMIT, Image, LoadError, LoadOptions};
use crate::machine::{self, Descriptor, MountError, MountSpec};
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::Module;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::DEFAULT_STACK_SIZE;
use pinnacle_record::{RecordedHost, Tape};
use std::fmt;
use std::ops::Range;

/// Options for running a program in any engine.
#[derive(Debug)]
pub struct RunOptions {
    /// The arguments, beginning with the program's own name.
    pub arguments: Vec<Vec<u8>>,
    /// Environment variables as `NAME=value`. The host's own are never passed on.
    pub environment: Vec<Vec<u8>>,
    /// Size of the program's address space in bytes.
    pub memory_limit: u32,
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// The folders of the host that the program may use.
    pub folders: Vec<MountSpec>,
    /// The program's working folder, by its guest path; `/` by default.
    pub working_folder: Option<Vec<u8>>,
    /// Its standard streams.
    pub stdio: Stdio,
    /// Open files, pipes and sockets of this process that the program may use.
    pub descriptors: Vec<Descriptor>,
    /// With a seed, runs are repeatable: random bytes are derived from it, time is virtual, and the
    /// process number is fixed. Files and standard input are not affected.
    pub seed: Option<u64>,
    /// Finalises bitcode files that the program loads as modules. Without it these files are
    /// refused.
    pub finalizer: Option<Finalizer>,
    /// Offers the system calls of Native Client at fixed addresses, in addition to the IRT. A
    /// program can use them to exchange messages and memory with other processes, over the sockets
    /// among its descriptors.
    pub system_calls: bool,
    /// Records external input, or replays it.
    pub tape: Option<Tape>,
}

impl Default for RunOptions {
    /// Default options: no arguments, no environment, no files, no input or output.
    fn default() -> RunOptions {
        RunOptions {
            arguments: Vec::new(),
            environment: Vec::new(),
            memory_limit: DEFAULT_MEMORY_LIMIT,
            stack_size: DEFAULT_STACK_SIZE,
            folders: Vec::new(),
            working_folder: None,
            stdio: Stdio::default(),
            descriptors: Vec::new(),
            seed: None,
            finalizer: None,
            system_calls: false,
            tape: None,
        }
    }
}

/// Reasons why a program cannot be started.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The program cannot be laid out in memory.
    Load(LoadError),
    /// A folder cannot be opened for the program.
    Mount(MountError),
    /// The engine refuses the program. The message is the engine's.
    Engine(String),
    /// The system refuses address space that machine code needs, however small the program is. The
    /// message says what it is for.
    AddressSpace(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Load(error) => error.fmt(f),
            StartError::Mount(error) => error.fmt(f),
            StartError::Engine(message) | StartError::AddressSpace(message) => {
                write!(f, "cannot start the program: {message}")
            }
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The inner error's message is used, so the chain of sources continues after it.
        match self {
            StartError::Load(error) => error.source(),
            StartError::Mount(error) => error.source(),
            StartError::Engine(_) | StartError::AddressSpace(_) => None,
        }
    }
}

impl From<LoadError> for StartError {
    fn from(error: LoadError) -> StartError {
        StartError::Load(error)
    }
}

impl From<MountError> for StartError {
    fn from(error: MountError) -> StartError {
        StartError::Mount(error)
    }
}

impl RunOptions {
    /// Returns the loader's options, the files, and the seed.
    ///
    /// # Errors
    ///
    /// Fails if a folder cannot be opened.
    pub fn open(
        self,
        host_functions: u32,
    ) -> Result<(LoadOptions, FileSystem, Option<u64>), StartError> {
        let start = self.working_folder.as_deref();
        let tape = self.tape.as_ref();
        let stdio = match tape {
            Some(tape) => pinnacle_record::stdio(tape, self.stdio),
            None => self.stdio,
        };
        let (folders, descriptors) = (&self.folders, self.descriptors);
        let mut files = machine::file_system_on(tape, stdio, folders, start, descriptors)?;
        files.set_kept_limit(self.memory_limit as usize);
        let load = LoadOptions {
            arguments: self.arguments,
            environment: self.environment,
            memory_limit: self.memory_limit,
            stack_size: self.stack_size,
            host_functions,
        };
        Ok((load, files, self.seed))
    }

    /// Returns the loader's options and a function that makes the IRT.
    fn with_irt(self) -> Result<(LoadOptions, impl FnOnce(Range<u32>) -> Irt), StartError> {
        let (finalizer, system_calls) = (self.finalizer, self.system_calls);
        let functions = match system_calls {
            true => irt::function_count() + irt::system_call_declarations().count() as u32,
            false => irt::function_count(),
        };
        let tape = self.tape.clone();
        let (load, files, seed) = self.open(functions)?;
        let host = move |arena| {
            let irt = machine::irt_on(tape.as_ref(), files, seed, arena).with_modules(finalizer);
            match system_calls {
                true => irt.with_system_calls(Box::new(machine::Messages)),
                false => irt,
            }
        };
        Ok((load, host))
    }
}

/// A program that is ready to run.
#[derive(Debug)]
pub struct Instance<H: Host = Irt> {
    /// The program's memory, and the addresses in it.
    pub image: Image,
    /// Its operating system.
    pub host: H,
}

impl Instance {
    /// Prepares a program, whose operating system is the IRT.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn new(module: &Module, options: RunOptions) -> Result<Instance, StartError> {
        let (load, host) = options.with_irt()?;
        Instance::with_host(module, &load, host)
    }
}

impl Instance<RecordedHost<Irt>> {
    /// As [`Instance::new`], for a run that may be recorded or replayed. A replay ends where it
    /// departs from its recording, or where the recorded run was stopped.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn on_tape(
        module: &Module,
        options: RunOptions,
    ) -> Result<Instance<RecordedHost<Irt>>, StartError> {
        let tape = options.tape.clone();
        let (load, host) = options.with_irt()?;
        let host = |arena| RecordedHost::new(host(arena), tape);
        Instance::with_host(module, &load, host)
    }
}

impl<H: Host> Instance<H> {
    /// Prepares a program with a host, which a function creates from the range where memory can be
    /// mapped.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started.
    pub fn with_host(
        module: &Module,
        options: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H,
    ) -> Result<Instance<H>, StartError> {
        let image = loader::load(module, options)?;
        let host = host(image.arena.clone());
        Ok(Instance { image, host })
    }

    /// Runs the program with the interpreter and returns its exit status. `program` must be the one
    /// that the instance was made for. It runs only once, because its memory keeps the changes that
    /// it made.
    ///
    /// # Errors
    ///
    /// Fails with the trap that ended it.
    pub fn interpret(
        &mut self,
        program: &Program,
        options: Options,
        trace: &mut dyn TraceSink,
    ) -> Result<u8, Trap> {
        let Some(entry) = program.module().entry() else {
            return Err(Trap {
                kind: TrapKind::BadFunctionAddress(Some(0)),
                thread: 0,
                stack: Vec::new(),
                omitted: 0,
            });
        };
        let start = StartState {
            entry,
            argument: self.image.start_block,
            stack: self.image.stack.clone(),
        };
        let (module, functions) = (program.module(), program.functions());
        Interpreter::new(module, functions, &self.image.globals, options).run(
            &mut self.image.memory,
            &start,
            &mut self.host,
            trace,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Capture, Stream};
    use crate::host::{Action, Host, HostContext};

    /// Calls a function by its address, as an engine does.
    fn call(instance: &mut Instance, address: u32, args: &[u32]) -> Action {
        let args: Vec<u64> = args.iter().copied().map(u64::from).collect();
        let first_host_function = instance.image.first_host_function;
        let mut context = HostContext {
            memory: &mut instance.image.memory,
            thread: 0,
            thread_pointer: 0,
            first_host_function,
            bytes: 0,
            wake: Vec::new(),
        };
        let index = (address - first_host_function) as usize;
        instance.host.call(index, &args, &mut context)
    }

    /// Does what a program's C library does before `main` prints its greeting.
    #[test]
    fn a_program_finds_its_way_from_the_start_up_block_to_standard_output() {
        let capture = Capture::new();
        let stdio = Stdio {
            output: capture.stream(),
            ..Stdio::default()
        };
        let options = RunOptions {
            arguments: vec![b"nacl-irt-fdio-0.1".to_vec()],
            memory_limit: 64 << 20,
            stdio,
            ..RunOptions::default()
        };
        let mut instance = Instance::new(&Module::default(), options).unwrap();
        let block = instance.image.start_block;
        let word = |instance: &Instance, index: u32| {
            instance.image.memory.load_u32(block + 4 * index).unwrap()
        };
        assert_eq!(word(&instance, 6), 32, "the auxiliary vector's only type");
        let (argument, query) = (word(&instance, 3), word(&instance, 7));

        let table = instance.image.stack.end - 64;
        let answer = call(&mut instance, query, &[argument, table, 32]);
        assert_eq!(answer, Action::Return(32));
        let write = instance.image.memory.load_u32(table + 4 * 4).unwrap();
        let answer = call(&mut instance, write, &[1, argument, 8, table]);
        assert_eq!(answer, Action::Return(0));
        assert_eq!(capture.take(), b"nacl-irt");
    }

    #[test]
    fn an_error_says_why_a_program_cannot_start() {
        let folder = RunOptions {
            folders: vec!["no/such/folder".parse().unwrap()],
            ..RunOptions::default()
        };
        let error = Instance::new(&Module::default(), folder).unwrap_err();
        assert!(error.to_string().contains("no/such/folder"), "{error}");
        let small = RunOptions {
            memory_limit: 1 << 20,
            ..RunOptions::default()
        };
        let error = Instance::new(&Module::default(), small).unwrap_err();
        assert!(error.to_string().contains("its stack"), "{error}");
    }

    #[test]
    fn runs_with_the_same_seed_see_the_same_time() {
        let time = || {
            let options = RunOptions {
                seed: Some(1),
                stdio: Stdio {
                    input: Stream::bytes("x"),
                    ..Stdio::default()
                },
                ..RunOptions::default()
            };
            Instance::new(&Module::default(), options)
                .unwrap()
                .host
                .real_time()
        };
        assert_eq!(time(), time());
    }
}
