//! The host of embedded programs: the query function, the IRT if it is offered, and the embedder's
//! functions.

use super::value::Value;
use crate::host::{Action, Host, HostContext, HostFunction};
use crate::irt::{Irt, MAX_INTERFACE_NAME};
use crate::machine::SystemClock;
use crate::memory::{Fault, Memory};
use crate::trap::TrapKind;
use pinnacle_system::clock::Clock;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// The body of a host function.
type Run<T> =
    dyn Fn(&mut Caller<'_, T>, &[Value]) -> Result<Option<Value>, Halt> + Send + Sync + 'static;

/// A function of the embedder.
pub(super) struct Own<T> {
    pub(super) declaration: HostFunction,
    pub(super) run: Arc<Run<T>>,
}

impl<T> Own<T> {
    pub(super) fn interface(&self) -> &str {
        let name = self.declaration.name.rsplit_once('.');
        name.map_or("", |(interface, _)| interface)
    }
}

impl<T> Clone for Own<T> {
    fn clone(&self) -> Own<T> {
        Own {
            declaration: self.declaration.clone(),
            run: self.run.clone(),
        }
    }
}

/// The context of a host function.
#[derive(Debug)]
pub struct Caller<'a, T> {
    /// The embedder's state of the instance.
    pub data: &'a mut T,
    /// The program's memory. Every access is checked.
    pub memory: &'a mut Memory,
    /// The calling thread of the program, 0 for the main one.
    pub thread: u32,
}

/// The reason why a host function does not return.
///
/// Every error converts to it, so that host functions can use `?`.
#[derive(Debug)]
pub enum Halt {
    /// The program ends with an exit status.
    Exit(u8),
    /// The program is stopped by a trap with this reason.
    Trap(String),
    /// The program is stopped by a trap because it passed a bad address.
    Fault(Fault),
    /// The program is stopped by a trap because the host function failed. The call returns the
    /// error in [`CallError::Host`](super::CallError::Host).
    Error(Box<dyn Error + Send + Sync>),
}

impl<E: Error + Send + Sync + 'static> From<E> for Halt {
    /// Converts a [`Fault`] to [`Halt::Fault`] and every other error to [`Halt::Error`].
    fn from(error: E) -> Halt {
        let error: Box<dyn Error + Send + Sync> = Box::new(error);
        match error.downcast::<Fault>() {
            Ok(fault) => Halt::Fault(*fault),
            Err(error) => Halt::Error(error),
        }
    }
}

/// The host of one instance.
pub(super) struct EmbedHost<T> {
    /// All functions: those of the IRT first, then the embedder's.
    pub(super) functions: Arc<[HostFunction]>,
    pub(super) own: Arc<[Own<T>]>,
    pub(super) irt: Option<Irt>,
    /// The clock for programs without an IRT.
    pub(super) clock: SystemClock,
    /// Errors of host functions in the current call, each with the number of the program's thread.
    pub(super) failures: Vec<(u32, Arc<dyn Error + Send + Sync>)>,
    pub(super) data: T,
}

impl<T> EmbedHost<T> {
    /// Removes and returns the error that stopped a thread of the program.
    pub(super) fn take_failure(&mut self, thread: u32) -> Option<Arc<dyn Error + Send + Sync>> {
        let failures = std::mem::take(&mut self.failures);
        let mut failures = failures.into_iter();
        let (_, error) = failures.find(|(failed, _)| *failed == thread)?;
        Some(error)
    }

    /// Returns the index of the embedder's first function.
    fn first_own(&self) -> usize {
        self.functions.len() - self.own.len()
    }

    fn query(&mut self, args: &[u64], context: &mut HostContext<'_>) -> Action {
        let [name, table, size] = [args[0], args[1], args[2]].map(|word| word as u32);
        if let Ok(Some(name)) = context.memory.c_string(name, MAX_INTERFACE_NAME) {
            let first = self.first_own();
            let addresses: Vec<u8> = (context.first_host_function + first as u32..)
                .zip(self.own.iter())
                .filter(|(_, own)| own.interface().as_bytes() == name.as_slice())
                .flat_map(|(address, _)| address.to_le_bytes())
                .collect();
            if !addresses.is_empty() {
                let fits = addresses.len() <= size as usize
                    && context.memory.write(table, &addresses).is_ok();
                return Action::Return(if fits { addresses.len() as u64 } else { 0 });
            }
        }
        match &mut self.irt {
            Some(irt) => irt.call(0, args, context),
            None => Action::Return(0),
        }
    }
}

impl<T> Host for EmbedHost<T> {
    fn functions(&self) -> &[HostFunction] {
        &self.functions
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        if function == 0 {
            return self.query(args, context);
        }
        let Some(index) = function.checked_sub(self.first_own()) else {
            return match &mut self.irt {
                Some(irt) => irt.call(function, args, context),
                None => Action::Return(0),
            };
        };
        let own = &self.own[index];
        let values: Vec<Value> = args
            .iter()
            .zip(&*own.declaration.params)
            .filter_map(|(&word, &ty)| Value::of_words(ty, [word, 0]))
            .collect();
        let mut caller = Caller {
            data: &mut self.data,
            memory: context.memory,
            thread: context.thread,
        };
        let expected = own.declaration.result;
        match (own.run)(&mut caller, &values) {
            Ok(value) if value.map_or(pinnacle_pexe::Type::Void, Value::ty) == expected => {
                let mut words = Vec::with_capacity(1);
                if let Some(value) = value {
                    value.to_words(&mut words);
                }
                Action::Return(words.first().copied().unwrap_or(0))
            }
            Ok(value) => Action::Trap(TrapKind::Host(format!(
                "the host function {} returned {value:?}, expected {expected}",
                own.declaration.name
            ))),
            Err(Halt::Exit(status)) => Action::Exit(status),
            Err(Halt::Trap(reason)) => Action::Trap(TrapKind::Host(reason)),
            Err(Halt::Fault(fault)) => Action::Trap(TrapKind::Memory(fault)),
            Err(Halt::Error(error)) => {
                self.failures.push((context.thread, error.into()));
                let name = &own.declaration.name;
                Action::Trap(TrapKind::Host(format!("the host function {name} failed")))
            }
        }
    }

    fn real_time(&self) -> Duration {
        match &self.irt {
            Some(irt) => irt.real_time(),
            None => self.clock.real_time(),
        }
    }

    fn pass_time(&mut self, duration: Duration) {
        match &mut self.irt {
            Some(irt) => irt.pass_time(duration),
            None => self.clock.pass(duration),
        }
    }
}
