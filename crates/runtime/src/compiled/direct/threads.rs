//! Starting and ending threads that run machine code.

use super::code::{Entry, Exit, Fault as Stopped, MachineCode, Places, Reason};
use super::host::Caller;
use super::{Direct, STACK};
use crate::compiled::guest_threads::{GuestThread, Start};
use crate::compiled::shared_state::{End, Parking, Shared, State};
use crate::compiled::stack::{self, NoStack};
use crate::compiled::stop::{Cause, Place, Stop};
use crate::irt::Irt;
use crate::memory::{Access, Fault, PAGE_SIZE};
use crate::trap::TrapKind;
use std::sync::Arc;

/// Runs the program's entry function. Threads that it starts may continue after it returns.
pub(super) fn run_main<C: MachineCode>(
    shared: &Arc<Shared<Irt, Direct<C>>>,
    start_block: u32,
) -> Result<(), NoStack> {
    let owner = shared.clone();
    let main = move || {
        run(&owner, 0, Entry::Main(start_block));
        owner.lock().finished.push(0);
    };
    let thread = stack::spawn_free(main)?;
    shared.lock().handles.insert(0, thread);
    Ok(())
}

/// Starts a thread. Returns true on success.
pub(super) fn start<C: MachineCode>(
    shared: &Arc<Shared<Irt, Direct<C>>>,
    state: &mut State<Irt>,
    start: Start,
) -> bool {
    let owner = shared.clone();
    shared.start_thread(state, start, |guest| {
        stack::spawn_free(move || run_threads(&owner, guest))
    })
}

/// The body of a host thread that runs threads of the program, one after the other.
fn run_threads<C: MachineCode>(shared: &Arc<Shared<Irt, Direct<C>>>, first: GuestThread) {
    let mut next = Some(first);
    while let Some(GuestThread { number, start }) = next {
        let entry = Entry::Thread {
            function: start.function,
            stack: start.stack,
            // The program allocated the stack and must keep within it.
            limit: PAGE_SIZE,
            thread_pointer: start.thread_pointer,
        };
        run(shared, number, entry);
        next = shared.await_thread(number);
    }
}

/// Runs one thread of the program.
fn run<C: MachineCode>(shared: &Arc<Shared<Irt, Direct<C>>>, thread: u32, entry: Entry) {
    let thread_pointer = match entry {
        Entry::Main(_) => 0,
        Entry::Thread { thread_pointer, .. } => thread_pointer,
    };
    let parking = Arc::new(Parking::default());
    // The main thread takes the first turn.
    if thread != 0 && shared.await_turn(shared.lock(), thread, &parking).is_err() {
        return;
    }
    let caller = Caller::new(shared, thread, thread_pointer, parking);
    let exit = shared.engine.code.run(entry, &caller, STACK);
    let end = match (exit, caller.into_stop()) {
        (Exit::Status(status), _) => Some(End::Status(status)),
        (Exit::Left, stop) => stop.map(End::Stop),
        (Exit::Fault(fault), _) => Some(End::Stop(stop_of(fault, thread))),
    };
    if let Some(end) = end {
        shared.end(&mut shared.lock(), end);
    }
}

/// If no single thread caused the end, waits until the thread chosen to report its location has
/// done so. That thread is blocked like all others, so it leaves soon.
pub(super) fn place_end<C: MachineCode>(shared: &Shared<Irt, Direct<C>>) {
    let mut state = shared.lock();
    let thread = match &state.end {
        Some(End::Stop(stop)) if !stop.is_placed => Some(stop.thread),
        _ => None,
    };
    let unplaced = thread.and_then(|thread| state.handles.remove(&thread));
    drop(state);
    if let Some(thread) = unplaced {
        // The thread's panic has already been reported.
        let _ = thread.join();
    }
}

/// Returns a stop with its places.
pub(super) fn placed(cause: Cause, thread: u32, places: Places) -> Stop {
    let mut stop = Stop::unplaced(cause, thread);
    stop.frames = places.kept.into_iter().map(Place::Code).collect();
    stop.omitted = places.omitted;
    stop.is_placed = true;
    stop
}

fn stop_of(fault: Stopped, thread: u32) -> Stop {
    let cause = match fault.reason {
        Reason::Trap(code) => cause_of(code),
        Reason::Stack => Cause::Known(TrapKind::StackOverflow),
        Reason::Memory(offset) => match u32::try_from(offset) {
            Ok(address) => Cause::Code(wasmtime::Trap::MemoryOutOfBounds, Some(address)),
            // The access began within the address space and continued past its end.
            Err(_) => Cause::Known(TrapKind::Memory(Fault {
                address: u32::MAX,
                len: 1,
                access: Access::Read,
            })),
        },
        Reason::Signal(signal) => {
            let reason = format!("its code stopped with signal {signal}");
            Cause::Known(TrapKind::Unsupported(reason))
        }
    };
    placed(cause, thread, fault.places)
}

/// Returns the cause for a code of `pinnacle_lift::abi::Trap`.
fn cause_of(code: u32) -> Cause {
    Cause::Known(match code {
        1 => TrapKind::Unreachable,
        2 => TrapKind::Trap,
        3 => TrapKind::DivisionByZero,
        4 => TrapKind::IntegerOverflow,
        5 => TrapKind::BadFunctionAddress(None),
        // The expected and actual types are determined from the instruction.
        6 => return Cause::Code(wasmtime::Trap::BadSignature, None),
        7 => TrapKind::StackOverflow,
        8 => TrapKind::BadLongjmp,
        9 => TrapKind::Misaligned(None),
        10 => TrapKind::ThreadReturned,
        code => TrapKind::Unsupported(format!("its code stopped with reason {code}")),
    })
}
