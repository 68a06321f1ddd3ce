//! The two engines, each with the program loaded in its own memory.

use anyhow::{Result, anyhow};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, Type};
use pinnacle_runtime::compiled::{self, Code, CodeOptions, Exports, Threads, Tiering};
use pinnacle_runtime::host::HostFunction;
use pinnacle_runtime::interp::{self, Interpreter};
use pinnacle_runtime::loader::{self, Image, LoadOptions};
use pinnacle_runtime::{Action, Host, HostContext, Memory, Trap};
use std::sync::Arc;
use std::time::Duration;

/// Size of the address space in bytes.
const MEMORY: u32 = 2 << 20;
/// Size of the stack in bytes.
pub(super) const STACK: u32 = 64 << 10;

/// A host without any functions.
#[derive(Debug)]
pub(super) struct NoHost;

impl Host for NoHost {
    fn functions(&self) -> &[HostFunction] {
        &[]
    }

    fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
        Action::Return(0)
    }

    fn real_time(&self) -> Duration {
        Duration::ZERO
    }

    fn pass_time(&mut self, _: Duration) {}
}

fn load_options() -> LoadOptions {
    LoadOptions {
        arguments: Vec::new(),
        environment: Vec::new(),
        memory_limit: MEMORY,
        stack_size: STACK,
        host_functions: 0,
    }
}

/// Fuel of the interpreter for one call. The step counter ends nearly all programs much earlier.
/// But it is in the program's memory, so a few programs overwrite it and never end. The fuel is not
/// larger because a longjmp takes a few instructions in the interpreter, but an exception through
/// the whole stack in machine code.
const FUEL: u64 = 500_000;

/// The result of a call: the words of its value, or the trap.
pub(super) type End = Result<[u64; 2], Trap>;

/// Clears the bits above a result, which are undefined.
fn cut([low, high]: [u64; 2], ty: Type) -> [u64; 2] {
    match ty.bits() {
        0 => [0, 0],
        bits @ 1..=64 => [low & (u64::MAX >> (64 - bits)), 0],
        _ => [low, high],
    }
}

pub(super) struct Interpreted<'p> {
    interpreter: Interpreter<'p>,
    pub(super) image: Image,
}

impl<'p> Interpreted<'p> {
    pub(super) fn new(program: &'p Program) -> Result<Interpreted<'p>> {
        let image = loader::load(program.module(), &load_options())?;
        let (module, functions) = (program.module(), program.functions());
        let options = interp::Options {
            fuel: Some(FUEL),
            ..interp::Options::default()
        };
        let interpreter = Interpreter::new(module, functions, &image.globals, options);
        Ok(Interpreted { interpreter, image })
    }

    pub(super) fn call(&mut self, function: FuncId, signature: &Signature, words: &[u64]) -> End {
        let stack = self.image.stack.clone();
        let memory = &mut self.image.memory;
        let result = self.interpreter.call(memory, function, words, stack);
        result.map(|words| cut(words, signature.result))
    }
}

pub(super) struct Compiled {
    program: Arc<Program>,
    instance: compiled::Instance<NoHost>,
}

impl Compiled {
    /// Compiles a program. Or interprets it and switches to machine code, checking for it after
    /// each slice.
    pub(super) fn new(
        program: &Arc<Program>,
        shared: bool,
        slice: Option<u32>,
    ) -> Result<Compiled> {
        let options = CodeOptions {
            stack_size: STACK,
            threads: if shared { Threads::On } else { Threads::Off },
            exports: Exports::All,
            jobs: 1,
            host: Vec::new(),
            ..CodeOptions::default()
        };
        let load = load_options();
        let instance = if slice.is_some() {
            let tiering = Tiering {
                slice,
                waits: true,
                // For half of the programs, only hot functions are compiled.
                stays_hot: slice.is_some_and(|slice| slice % 2 == 1),
                keep: None,
            };
            compiled::Instance::tiered(program, &options, tiering, &load, |_| NoHost)
        } else {
            let code = Code::compile(program, &options)?;
            compiled::Instance::with_host(&code, &load, |_| NoHost)
        };
        Ok(Compiled {
            program: program.clone(),
            instance: instance.map_err(|error| anyhow!("{error}"))?,
        })
    }

    pub(super) fn call(&mut self, function: FuncId, signature: &Signature, words: &[u64]) -> End {
        match self.instance.call(function, signature, words) {
            Ok(words) => Ok(cut(words, signature.result)),
            Err(stop) => Err(self.instance.trap(&stop, &self.program)),
        }
    }

    pub(super) fn with_memory<T>(&self, function: impl FnOnce(&mut Memory) -> T) -> T {
        self.instance.with_memory(function)
    }
}
