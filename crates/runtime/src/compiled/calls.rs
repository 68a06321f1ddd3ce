//! Calls of single functions.

use super::instance::Instance;
use super::interpreted;
use super::interpreter_state::Stack;
use super::shared_state::End;
use super::stack::NoStack;
use super::stop::{Cause, Stop};
use super::thread::conclude;
use super::values;
use crate::host::Host;
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::{Signature, Type};
use wasmtime::{AsContextMut, Val};

impl<H: Host + Send> Instance<H> {
    /// Calls a function of the program, which must have been compiled with
    /// [`Exports::All`](super::Exports::All). Memory and the thread pointer stay as the calls
    /// before left them; each call begins with an empty stack.
    ///
    /// Arguments and result have the form of
    /// [`Interpreter::call`](crate::interp::Interpreter::call): integers
    /// zero-extended, floating point as bits, vectors of 128 bits as two words,
    /// vectors of `i1` as a mask with a bit for each lane. A result of one word
    /// is the first. If the call ends the program, the result is zero, and
    /// [`Instance::exit_status`] has the status.
    ///
    /// # Errors
    ///
    /// Fails with the trap or the failure that stopped the call.
    ///
    /// # Panics
    ///
    /// Panics if the number of arguments differs from the signature, or if a host function panics.
    pub fn call(
        &mut self,
        function: FuncId,
        signature: &Signature,
        args: &[u64],
    ) -> Result<[u64; 2], Stop> {
        let words = match self.is_tiered() {
            true => self.interpret_call(function, args)?,
            false => self.call_code(function, signature, args)?,
        };
        self.exit_status = None;
        let end = self.shared.lock().end.take();
        match (end, words) {
            (Some(End::Stop(stop)), _) => Err(stop),
            (_, Some(words)) => {
                self.thread_pointer = self.store.data().thread_pointer;
                Ok(words)
            }
            (Some(End::Status(status)), None) => {
                self.exit_status = Some(status);
                // After an exit, the program's thread-local data no longer exists.
                self.thread_pointer = 0;
                Ok([0; 2])
            }
            (None, None) => Ok([0; 2]),
        }
    }

    /// Calls a function that begins interpreted. Returns its result if it returns.
    fn interpret_call(&mut self, function: FuncId, args: &[u64]) -> Result<Option<[u64; 2]>, Stop> {
        let stack = self.stack();
        let stack = Stack {
            limit: stack.start,
            pointer: stack.end,
        };
        let mut words = None;
        let place = &mut words;
        self.guarded(None, |store| {
            let mut context = store.as_context_mut();
            let result = interpreted::run(&mut context, function, args, stack);
            let result = result.map(|words| {
                *place = Some(words);
                Some(0)
            });
            conclude(store, result);
        })
        .map_err(|error| no_stack(&error))?;
        Ok(words)
    }

    /// Calls a function of the code.
    fn call_code(
        &mut self,
        function: FuncId,
        signature: &Signature,
        args: &[u64],
    ) -> Result<Option<[u64; 2]>, Stop> {
        let name = format!("f{}", function.0);
        let exports = self.store.data().exports;
        let target = exports.and_then(|exports| exports.instance.get_func(&mut self.store, &name));
        let Some(target) = target else {
            let reason = format!("{function} cannot be called from outside");
            let kind = TrapKind::Unsupported(reason);
            return Err(Stop::unplaced(Cause::Known(kind), 0));
        };
        let arguments = values::arguments(&signature.params, args);
        let result_type = signature.result;
        let stack = self.stack();
        let thread_pointer = self.thread_pointer;
        let mut words = None;
        let place = &mut words;
        self.guarded(None, |store| {
            let mut results = [Val::I32(0)];
            let count = usize::from(result_type != Type::Void);
            let reset = store.data().exports.map_or(Ok(()), |exports| {
                let top = Val::I32(stack.end as i32);
                exports.stack_pointer.set(&mut *store, top)?;
                let pointer = Val::I32(thread_pointer as i32);
                exports.thread_pointer.set(&mut *store, pointer)
            });
            let result =
                reset.and_then(|()| target.call(&mut *store, &arguments, &mut results[..count]));
            if result.is_ok() {
                *place = Some(values::into_words(&results[0], result_type));
            }
            conclude(store, result.map(|()| Some(0)));
        })
        .map_err(|error| no_stack(&error))?;
        Ok(words)
    }

    /// Returns the exit status if the last call has ended the program.
    pub fn exit_status(&self) -> Option<u8> {
        self.exit_status
    }
}

/// Returns the stop for a call for which the system could not provide a stack.
fn no_stack(error: &NoStack) -> Stop {
    let kind = TrapKind::Unsupported(error.to_string());
    Stop::unplaced(Cause::Known(kind), 0)
}
