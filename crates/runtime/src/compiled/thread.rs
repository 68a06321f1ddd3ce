//! Threads of the guest: how one starts and ends.

use super::guest_instance::{instance_exports, prepare_instance};
use super::guest_threads::{GuestThread, Start};
use super::interpreted;
use super::interpreter_state::{Interpreted, Stack};
use super::limits::Limits;
use super::modules;
use super::on_stack_replacement::note_end;
use super::shared_state::{self, CodeEngine, End, Parking, State};
use super::stack;
use super::stop::{Cause, Ended, Stop};
use super::wasm_state::{Guest, HotInstance, Shared};
use crate::host::Host;
use crate::memory::PAGE_SIZE;
use crate::native::fault_pc;
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use std::sync::Arc;
use wasmtime::{AsContextMut, Engine, Ref, Store, UpdateDeadline};

/// A store for a thread, which leaves its code when the program has ended.
pub(super) fn store<H: Host + Send>(
    engine: &Engine,
    shared: Arc<Shared<H>>,
    thread: u32,
) -> Store<Guest<H>> {
    let is_interruptible = shared.engine.about.has_epochs();
    let guest = Guest {
        limits: Limits::new(&shared.engine.about),
        shared,
        thread,
        thread_pointer: 0,
        parking: Arc::new(Parking::default()),
        host_calls: 0,
        exports: None,
        hot: HotInstance::default(),
        modules: 0,
        interpreted: Interpreted::default(),
    };
    let mut store = Store::new(engine, guest);
    store.limiter(|guest| &mut guest.limits);
    fault_pc::note(&mut store);
    if is_interruptible {
        // Other programs with the same engine also advance the epoch.
        store.epoch_deadline_callback(|store| {
            if store.data().shared.has_ended() {
                Err(Ended.into())
            } else {
                Ok(UpdateDeadline::Continue(1))
            }
        });
        store.set_epoch_deadline(1);
    }
    store
}

/// Starts a thread. Returns true on success.
pub(super) fn start<H: Host + Send>(
    shared: &Arc<Shared<H>>,
    state: &mut State<H>,
    start: Start,
) -> bool {
    let owner = shared.clone();
    shared.start_thread(state, start, |guest| {
        stack::spawn_free(move || run(&owner, guest))
    })
}

/// Ends the program if its thread panics, which only a host function could cause. Otherwise other
/// threads would wait for it forever.
pub(super) struct EndOnPanic<'a, H: Host + 'static, E: CodeEngine>(
    pub(super) &'a shared_state::Shared<H, E>,
);

impl<H: Host, E: CodeEngine> Drop for EndOnPanic<'_, H, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.lock();
            let kind = TrapKind::Unsupported("a function of the host panicked".into());
            self.0.stop_all(&mut state, kind);
        }
    }
}

/// The body of a host thread that runs threads of the guest, one after the other in the same store:
/// making an instance takes longer than many threads live.
fn run<H: Host + Send>(shared: &Arc<Shared<H>>, first: GuestThread) {
    let _guard = EndOnPanic(&**shared);
    let engine = &shared.engine.engine;
    let mut store = store(engine, shared.clone(), first.number);
    let mut next = Some(first);
    while let Some(thread) = next {
        run_one(shared, &mut store, thread);
        next = shared.await_thread(thread.number);
    }
}

/// Runs one thread of the guest.
fn run_one<H: Host + Send>(
    shared: &Arc<Shared<H>>,
    store: &mut Store<Guest<H>>,
    thread: GuestThread,
) {
    let guest = store.data_mut();
    guest.thread = thread.number;
    guest.host_calls = 0;
    guest.parking = Arc::new(Parking::default());
    let parking = guest.parking.clone();
    let turn = shared.await_turn(shared.lock(), thread.number, &parking);
    // The end may have come before the store began to count.
    if turn.is_ok() {
        let result = enter(store, thread.start);
        conclude(store, result.map(|()| None));
    }
}

/// Runs the thread's start function; as code if available, in an instance of its own.
fn enter<H: Host + Send>(store: &mut Store<Guest<H>>, start: Start) -> wasmtime::Result<()> {
    let mut context = store.as_context_mut();
    let guest = context.data_mut();
    guest.thread_pointer = start.thread_pointer;
    let stack = Stack {
        // The program allocated the stack and must keep within it.
        limit: PAGE_SIZE,
        pointer: start.stack & !15,
    };
    guest.interpreted.begin_thread(stack);
    let Some(exports) = instance_exports(&mut context)? else {
        let function = FuncId(start.function.wrapping_sub(1));
        let result = interpreted::run(&mut context, function, &[], stack);
        note_end(context.data());
        return result.map(drop);
    };
    prepare_instance(&mut context, &exports, stack)?;
    modules::follow(&mut context)?;
    let entry = exports.table.get(&mut context, start.function.into());
    let Some(Ref::Func(Some(function))) = entry else {
        return Err(wasmtime::Error::msg("the thread's function is gone"));
    };
    function.call(&mut context, &[], &mut [])
}

/// Records how a thread left its code: with a result, which is a status if the function was the
/// program's own, or with an error.
pub(super) fn conclude<H: Host>(store: &mut Store<Guest<H>>, result: wasmtime::Result<Option<u8>>) {
    let shared = store.data().shared.clone();
    let thread = store.data().thread;
    let end = match result {
        Ok(Some(status)) => End::Status(status),
        Ok(None) => {
            let cause = Cause::Known(TrapKind::ThreadReturned);
            End::Stop(Stop::unplaced(cause, thread))
        }
        Err(error) => {
            let stop = Stop::new(store, thread, &error);
            if error.is::<Ended>() {
                let mut state = shared.lock();
                if let Some(End::Stop(end)) = &mut state.end
                    && end.is_unplaced_in(thread)
                {
                    end.place(stop);
                }
                return;
            }
            End::Stop(stop)
        }
    };
    let mut state = shared.lock();
    shared.end(&mut state, end);
}
