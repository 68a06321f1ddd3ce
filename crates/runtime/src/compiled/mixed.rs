//! Programs of which the interpreter runs some functions.
//!
//! The interpreter's state borrows from the program, which a store's data
//! cannot, so it lives in a thread of its own. The thread that runs code asks
//! it to begin a call and waits for what the call needs: its end, a function
//! of the host, or a function that is compiled. The two never run at the same
//! time. Calls nest: while one waits for a compiled function, that may begin
//! another.
//!
//! Memory, the stack pointer and the thread pointer are the same for both.
//! A longjmp of compiled code may leave interpreted calls; from one sort of
//! code to a setjmp in the other there is no way.

use super::actions::{self, Ended, HostTrap};
use super::instance::Instance;
use super::report::Cause;
use super::values;
use super::world::{Guest, Shared};
use crate::host::Host;
use crate::interp::nested::{self, Calls, Step};
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_wasm::abi;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use wasmtime::{Caller, Engine, FuncType, Linker, Val};

/// What the interpreter is asked to do.
enum Request {
    /// Begin a call.
    Call {
        function: FuncId,
        args: Vec<u64>,
        stack: Range<u32>,
        thread_pointer: u32,
    },
    /// Go on with this result.
    GoOn {
        words: [u64; 2],
        thread_pointer: u32,
    },
    /// Forget the innermost call. There is no answer.
    Abandon,
}

/// The way to the interpreter's thread.
pub(super) struct Link {
    requests: Sender<Request>,
    steps: Receiver<Step>,
}

impl Link {
    /// Asks for something and waits for the answer.
    fn ask(&self, request: Request) -> wasmtime::Result<Step> {
        let gone = || wasmtime::Error::msg("the interpreter is gone");
        self.requests.send(request).map_err(|_| gone())?;
        self.steps.recv().map_err(|_| gone())
    }
}

impl<H: Host + Send> Instance<H> {
    /// Lets the interpreter run the functions that the code was compiled
    /// without ([`CodeOptions::outside`](super::CodeOptions::outside)) while a
    /// function runs, which shall call [`Instance::run`] or [`Instance::call`].
    /// The program must be the one that was compiled, with all its functions
    /// exported ([`Exports::All`](super::Exports::All)).
    ///
    /// A program with threads cannot be run so: its interpreted functions trap.
    pub fn with_interpreter<T>(
        &mut self,
        program: &Program,
        function: impl FnOnce(&mut Instance<H>) -> T,
    ) -> T {
        let about = self.code.about.clone();
        let (requests, received) = channel();
        let (answers, steps) = channel();
        *self.shared.link() = Some(Link { requests, steps });
        let shared = self.shared.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let functions = shared.lock().host.functions().to_vec();
                let limit = shared.lock().memory.limit();
                let layout = Layout::new(
                    program.module(),
                    functions.len() as u32,
                    about.stack_size,
                    limit,
                );
                let Ok(layout) = layout else { return };
                let mixed = nested::Shared::new(
                    program,
                    &layout.globals,
                    &about.outside,
                    &functions,
                    about.lenient_calls,
                );
                serve(&shared, &mut Calls::new(&mixed), &received, &answers);
            });
            // Without the link the interpreter's thread comes to its end.
            let unlink = Unlink(self.shared.clone());
            let result = function(self);
            drop(unlink);
            result
        })
    }
}

/// Takes the link away, even from a function that panics.
struct Unlink<H: Host + Send + 'static>(std::sync::Arc<Shared<H>>);

impl<H: Host + Send> Drop for Unlink<H> {
    fn drop(&mut self) {
        *self.0.link() = None;
    }
}

/// Does what it is asked until nobody asks any more.
fn serve<H: Host + Send>(
    shared: &Shared<H>,
    calls: &mut Calls<'_>,
    requests: &Receiver<Request>,
    answers: &Sender<Step>,
) {
    while let Ok(request) = requests.recv() {
        let begun = match request {
            Request::Call {
                function,
                args,
                stack,
                thread_pointer,
            } => calls.begin(function, &args, stack, thread_pointer),
            Request::GoOn {
                words,
                thread_pointer,
            } => {
                calls.give(words, thread_pointer);
                Ok(())
            }
            Request::Abandon => {
                calls.abandon();
                continue;
            }
        };
        let step = match begun {
            Err(trap) => Step::Trapped(trap),
            Ok(()) => loop {
                match calls.step(&mut shared.lock().memory) {
                    Step::Paused if !shared.has_ended() => {}
                    step => break step,
                }
            },
        };
        if answers.send(step).is_err() {
            break;
        }
    }
}

/// Makes the functions that are not compiled importable.
pub(super) fn link<H: Host + Send>(
    linker: &mut Linker<Guest<H>>,
    engine: &Engine,
    functions: &[(FuncId, Signature)],
    first_host_function: u32,
) -> wasmtime::Result<()> {
    for (function, signature) in functions {
        let params = signature.params.iter().map(|&ty| values::value_type(ty));
        let result = (signature.result != Type::Void).then_some(signature.result);
        let ty = FuncType::new(engine, params, result.map(values::value_type));
        let (function, signature) = (*function, signature.clone());
        let name = format!("f{}", function.0);
        linker.func_new(
            abi::OUTSIDE_MODULE,
            &name,
            ty,
            move |caller, args, results| {
                let words = signature.params.iter().zip(args).flat_map(|(&ty, value)| {
                    let words = values::into_words(value, ty);
                    words.into_iter().take(values::word_count(ty))
                });
                let words = call(caller, function, words.collect(), first_host_function)?;
                if let Some(place) = results.first_mut() {
                    *place = values::from_words(&words, signature.result);
                }
                Ok(())
            },
        )?;
    }
    Ok(())
}

/// Calls an interpreted function from compiled code.
fn call<H: Host + Send>(
    mut caller: Caller<'_, Guest<H>>,
    function: FuncId,
    args: Vec<u64>,
    first_host_function: u32,
) -> wasmtime::Result<[u64; 2]> {
    let shared = caller.data().shared.clone();
    let known = |kind| HostTrap(Cause::Known(kind));
    let unsupported = |reason: &str| known(TrapKind::Unsupported(reason.into()));
    if shared.code.about.shared {
        return Err(unsupported("a program with threads runs on one engine").into());
    }
    let exports = caller.data().exports;
    let exports = exports.ok_or_else(|| unsupported("the program has not started"))?;
    let mut global = |global: wasmtime::Global| match global.get(&mut caller) {
        Val::I32(value) => value as u32,
        _ => 0,
    };
    let stack = global(exports.stack_limit)..global(exports.stack_pointer);
    let ask = |request| match &*shared.link() {
        Some(link) => link.ask(request),
        None => Err(unsupported("there is no interpreter for its functions").into()),
    };
    let mut step = ask(Request::Call {
        function,
        args,
        stack: stack.clone(),
        thread_pointer: caller.data().thread_pointer,
    })?;
    loop {
        let needed = match step {
            Step::Returned(words) => return Ok(words),
            Step::Trapped(trap) => return Err(HostTrap(Cause::Interpreted(trap.into())).into()),
            Step::Paused => Err(Ended.into()),
            Step::Host { function, args } => {
                actions::call(&mut caller, function, first_host_function, &args)
                    .map(|word| [word, 0])
            }
            Step::Away {
                function,
                args,
                stack_pointer,
            } => compiled(&mut caller, function, &args, stack_pointer),
        };
        let top = Val::I32(stack.end as i32);
        exports.stack_pointer.set(&mut caller, top)?;
        let words = match needed {
            Ok(words) => words,
            Err(error) => {
                if let Some(link) = &*shared.link() {
                    // If it is gone it has forgotten already.
                    let _ = link.requests.send(Request::Abandon);
                }
                return Err(error);
            }
        };
        step = ask(Request::GoOn {
            words,
            thread_pointer: caller.data().thread_pointer,
        })?;
    }
}

/// Calls a compiled function for an interpreted one.
fn compiled<H: Host + Send>(
    caller: &mut Caller<'_, Guest<H>>,
    function: FuncId,
    args: &[u64],
    stack_pointer: u32,
) -> wasmtime::Result<[u64; 2]> {
    let missing = || {
        let kind = TrapKind::Unsupported(format!("{function} is not compiled to be called"));
        HostTrap(Cause::Known(kind))
    };
    let signature = caller
        .data()
        .shared
        .outside
        .signatures
        .get(function.index());
    let signature = signature.cloned().ok_or_else(missing)?;
    let exports = caller.data().exports.ok_or_else(missing)?;
    let name = format!("f{}", function.0);
    let target = exports.instance.get_func(&mut *caller, &name);
    let target = target.ok_or_else(missing)?;
    let top = Val::I32(stack_pointer as i32);
    exports.stack_pointer.set(&mut *caller, top)?;
    let arguments = values::arguments(&signature.params, args);
    let mut results = [Val::I32(0)];
    let count = usize::from(signature.result != Type::Void);
    target.call(&mut *caller, &arguments, &mut results[..count])?;
    Ok(values::into_words(&results[0], signature.result))
}
