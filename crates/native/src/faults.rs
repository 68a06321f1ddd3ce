//! Faults of a program whose machine code runs directly on the processor.
//!
//! A signal handler records the fault and its location, and makes the thread continue in a function
//! of the library that leaves the program. It has a stack of its own, since the program's may be
//! exhausted.
//!
//! # Why this is sound
//!
//! * The handler takes a signal for a fault of the program only while the thread has declared that
//!   it runs the program's code. At that time it can only interrupt functions that copy memory, and
//!   no other function of ours or of the C library, so the functions that the handler calls are
//!   never re-entered. All other faults go to the previous handlers.
//! * The code at which the thread continues has a stack below the frame that it returns to, over
//!   frames of the program that are no longer needed.
//! * Only the thread itself accesses the recorded data, either in its handler or outside of it, but
//!   never both at once: the handler only runs while the program's code runs.

use crate::library::{Library, Thread};
use pinnacle_runtime::compiled::direct::{Fault, Places, Reason};
use std::cell::{Cell, UnsafeCell};
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The signals that faults raise.
const SIGNALS: [c_int; 4] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE];

/// Size of the handler's stack in bytes.
const HANDLER_STACK: usize = 128 << 10;

/// Maximum number of calls that are examined. For deeper stacks the outermost calls are not
/// reported.
const MOST_CALLS: usize = 1 << 20;

/// Number of places kept at each end of the stack.
const KEPT: usize = 64;

/// The facts about the running thread that the handler needs.
struct Watch<'a> {
    thread: &'a UnsafeCell<Thread>,
    stack: Range<usize>,
    memory: Range<usize>,
    code: Range<usize>,
    leave: usize,
    fault: UnsafeCell<Option<Fault>>,
}

thread_local! {
    static WATCH: Cell<*const Watch<'static>> = const { Cell::new(null()) };
}

/// The previous handlers of the signals.
static BEFORE: OnceLock<[libc::sigaction; SIGNALS.len()]> = OnceLock::new();

/// True if the handler is installed; locked while that changes.
static INSTALLED: Mutex<bool> = Mutex::new(false);

/// Installs the handler.
pub(super) fn install() -> Result<(), String> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if *installed {
        return Ok(());
    }
    let failed = || "cannot handle the signals of faults".to_owned();
    // SAFETY: a zeroed `sigaction` is valid; it has no handler.
    let mut before: [libc::sigaction; SIGNALS.len()] = unsafe { std::mem::zeroed() };
    for (signal, before) in SIGNALS.iter().zip(&mut before) {
        // SAFETY: the system writes the structure.
        if unsafe { libc::sigaction(*signal, null(), before) } != 0 {
            return Err(failed());
        }
    }
    let _ = BEFORE.set(before);
    let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_signal;
    for signal in SIGNALS {
        // SAFETY: as above; the handler takes three arguments, as the flag says.
        let result = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigaction(signal, &raw const action, null_mut())
        };
        if result != 0 {
            return Err(failed());
        }
    }
    *installed = true;
    Ok(())
}

/// Calls a function that runs the program's code in this thread. Returns its result, and the fault
/// if there was one.
pub(super) fn watch<T>(
    library: &Library,
    thread: &UnsafeCell<Thread>,
    stack: Range<usize>,
    run: impl FnOnce() -> T,
) -> (T, Option<Fault>) {
    let watch = Watch {
        thread,
        stack,
        memory: library.memory(),
        code: library.range(),
        leave: library.leave(),
        fault: UnsafeCell::new(None),
    };
    let _stack = HandlerStack::enter();
    let outer = WATCH.replace((&raw const watch).cast());
    let result = run();
    WATCH.set(outer);
    (result, watch.fault.into_inner())
}

/// The signal stack of this thread, while it is in use.
struct HandlerStack {
    before: libc::stack_t,
    _room: Box<[u8]>,
}

impl HandlerStack {
    fn enter() -> HandlerStack {
        let mut room = vec![0; HANDLER_STACK].into_boxed_slice();
        let stack = libc::stack_t {
            ss_sp: room.as_mut_ptr().cast(),
            ss_flags: 0,
            ss_size: HANDLER_STACK,
        };
        // SAFETY: `stack_t` is plain data.
        let mut before: libc::stack_t = unsafe { std::mem::zeroed() };
        // SAFETY: the memory stays allocated until the previous stack is restored.
        let result = unsafe { libc::sigaltstack(&raw const stack, &raw mut before) };
        assert_eq!(result, 0, "no handler runs in this thread");
        HandlerStack {
            before,
            _room: room,
        }
    }
}

impl Drop for HandlerStack {
    fn drop(&mut self) {
        // SAFETY: the previous stack is still valid: its owner is further out on this stack.
        unsafe { libc::sigaltstack(&raw const self.before, null_mut()) };
    }
}

extern "C" fn on_signal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: a pointer that is not null points into a frame of `watch` in this thread.
    let watch = unsafe { WATCH.get().as_ref() };
    // SAFETY: the library reads and writes the structure in this thread alone.
    let watch = watch.filter(|watch| unsafe { (*watch.thread.get()).in_program } != 0);
    let Some(watch) = watch else {
        pass_on(signal);
        return;
    };
    // SAFETY: the system gives a handler for three arguments both structures.
    let (address, context) = unsafe {
        let address = (*info).si_addr() as usize;
        (address, &mut *context.cast::<libc::ucontext_t>())
    };
    // SAFETY: as above.
    let (trap, frame) = unsafe {
        let thread = &mut *watch.thread.get();
        thread.in_program = 0;
        (thread.trap, thread.frame as usize)
    };
    let reason = match signal {
        libc::SIGILL if trap != 0 => Reason::Trap(trap),
        libc::SIGSEGV | libc::SIGBUS if watch.memory.contains(&address) => {
            Reason::Memory((address - watch.memory.start) as u64)
        }
        libc::SIGSEGV | libc::SIGBUS if watch.reaches_stack(address) => Reason::Stack,
        signal => Reason::Signal(signal),
    };
    let places = places(&watch.code);
    // SAFETY: nothing else accesses it now.
    unsafe { *watch.fault.get() = Some(Fault { reason, places }) };
    let thread = watch.thread.get() as usize;
    go_on(context, watch.leave, thread, frame);
}

impl Watch<'_> {
    /// Returns true if an address is in the stack or in the unmapped range right below it.
    fn reaches_stack(&self, address: usize) -> bool {
        const BELOW: usize = 1 << 20;
        (self.stack.start - BELOW..self.stack.end).contains(&address)
    }
}

/// Makes the interrupted thread continue at the start of a function with one argument, on the stack
/// below a frame.
fn go_on(context: &mut libc::ucontext_t, function: usize, argument: usize, frame: usize) {
    /// Upper bound of the size of the next frame below.
    const FRAME: usize = 4096;
    /// The processor's direction flag, which makes string operations run backwards.
    const DIRECTION: i64 = 1 << 10;
    let registers = &mut context.uc_mcontext.gregs;
    registers[libc::REG_RIP as usize] = function as i64;
    registers[libc::REG_RDI as usize] = argument as i64;
    // As a call leaves it: a multiple of 16, and then the return address.
    registers[libc::REG_RSP as usize] = ((frame - FRAME) & !15) as i64 - 8;
    registers[libc::REG_EFL as usize] &= !DIRECTION;
}

/// Restores the previous handler of a signal: when this one returns, the same instruction faults
/// again.
fn pass_on(signal: c_int) {
    let index = SIGNALS.iter().position(|&known| known == signal);
    if let (Some(index), Some(before)) = (index, BEFORE.get()) {
        // SAFETY: this is what the system said itself.
        unsafe { libc::sigaction(signal, &raw const before[index], null_mut()) };
    }
}

/// The stack as it is walked.
struct Walk<'a> {
    code: &'a Range<usize>,
    seen: usize,
    innermost: Vec<u32>,
    /// The last places, in a ring buffer.
    outermost: Vec<u32>,
}

unsafe extern "C" {
    fn _Unwind_Backtrace(
        step: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIPInfo(context: *mut c_void, is_before: *mut c_int) -> usize;
}

/// Returns the places of this thread in the library's code, whose range is given.
pub(super) fn places(code: &Range<usize>) -> Places {
    let mut walk = Walk {
        code,
        seen: 0,
        innermost: Vec::with_capacity(KEPT),
        outermost: Vec::with_capacity(KEPT),
    };
    // SAFETY: the function gets this pointer, and only during the call.
    unsafe { _Unwind_Backtrace(step, (&raw mut walk).cast()) };
    let Walk {
        seen,
        mut innermost,
        mut outermost,
        ..
    } = walk;
    if seen == MOST_CALLS {
        outermost.clear();
        innermost.truncate(KEPT / 2);
    }
    let rest = seen - innermost.len();
    let kept = outermost.len();
    if kept > 0 {
        outermost.rotate_left((seen - KEPT) % kept);
    }
    innermost.extend(outermost);
    Places {
        kept: innermost,
        omitted: rest - kept,
    }
}

/// Records a call, if it is in the library.
extern "C" fn step(context: *mut c_void, walk: *mut c_void) -> c_int {
    const GO_ON: c_int = 0;
    const STOP: c_int = 5;
    let mut is_before = 0;
    // SAFETY: the unwinder passes its own context, and the pointer from `places`.
    let (place, walk) = unsafe {
        let place = _Unwind_GetIPInfo(context, &raw mut is_before);
        (place, &mut *walk.cast::<Walk<'_>>())
    };
    // A return address may already belong to the next instruction's scope.
    let place = place.wrapping_sub(usize::from(is_before == 0));
    if walk.code.contains(&place) {
        let place = (place - walk.code.start) as u32;
        let index = walk.seen;
        walk.seen += 1;
        if index < KEPT {
            walk.innermost.push(place);
        } else if index < 2 * KEPT {
            walk.outermost.push(place);
        } else {
            walk.outermost[(index - KEPT) % KEPT] = place;
        }
    }
    if walk.seen < MOST_CALLS { GO_ON } else { STOP }
}
