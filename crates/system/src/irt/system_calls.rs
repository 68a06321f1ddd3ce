//! The system calls of Native Client, which old programs call at fixed addresses.
//!
//! The loader placed a trampoline for call N at the address 0x10000 + 32 N. PNaCl programs were
//! supposed to use the interfaces of the IRT instead. But the trampolines were accessible, and some
//! programs used them to exchange messages with other processes, which was not possible otherwise.
//! The calls are offered only if the embedder requests them.
//!
//! A call returns its result, or a negated error number. A known call that is not offered returns
//! `ENOSYS`. A call to an address without a system call traps, like a call to any other invalid
//! address.

use super::call::{Call, DONE};
use super::layout;
use super::objects::{self, Wait};
use super::{
    Function, Handler, State, basic, clock_get, fdio, filename, imc, memory, random, thread, tls,
};
use crate::Errno;
use crate::files::{MessageMachine, Whence};
use crate::host::{Action, HostContext, HostFunction};
use pinnacle_pexe::Type;
use std::time::Duration;

/// The address of the call with number 0.
const FIRST_ADDRESS: u32 = 0x1_0000;

/// The distance between neighbouring addresses.
const DISTANCE: u32 = 32;

/// The prefix of the functions' names in this crate.
const PREFIX: &str = "nacl-syscall";

/// A system call.
struct SystemCall {
    number: u32,
    function: Function,
}

/// A system call that is waiting.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiting {
    /// The call waits until a socket accepts a message. These are its arguments.
    Send([u32; 3]),
    /// The call waits for a message. These are its arguments.
    Receive([u32; 3]),
    /// The call waits for another thread.
    Object(Wait),
}

macro_rules! calls {
    ($($number:literal $name:ident($($param:ident),*) -> $result:ident = $handler:expr;)*) => {
        &[$(SystemCall {
            number: $number,
            function: Function {
                name: stringify!($name),
                params: &[$(Type::$param),*],
                result: Type::$result,
                run: {
                    const RUN: Handler = $handler;
                    RUN
                },
                // These calls flush other streams themselves, as the IRT's `write` does.
                waits: matches!($number, 13 | 131),
            },
        }),*]
    };
}

static CALLS: &[SystemCall] = calls! {
    1 null() -> I32 = nothing;
    2 nameservice(I32) -> I32 = missing;
    8 dup(I32) -> I32 = dup;
    9 dup2(I32, I32) -> I32 = dup2;
    10 open(I32, I32, I32) -> I32 = open;
    11 close(I32) -> I32 = close;
    12 read(I32, I32, I32) -> I32 = read;
    13 write(I32, I32, I32) -> I32 = write;
    14 lseek(I32, I32, I32) -> I32 = lseek;
    16 stat(I32, I32) -> I32 = filename::stat;
    17 fstat(I32, I32) -> I32 = fdio::fstat;
    18 chmod(I32, I32) -> I32 = filename::chmod;
    19 isatty(I32) -> I32 = isatty;
    20 brk(I32) -> I32 = brk;
    21 mmap(I32, I32, I32, I32, I32, I32) -> I32 = mmap;
    22 munmap(I32, I32) -> I32 = memory::munmap;
    23 getdents(I32, I32, I32) -> I32 = getdents;
    24 mprotect(I32, I32, I32) -> I32 = memory::mprotect;
    25 list_mappings(I32, I32) -> I32 = missing;
    26 fsync(I32) -> I32 = fdio::fsync;
    27 fdatasync(I32) -> I32 = fdio::fdatasync;
    28 fchmod(I32, I32) -> I32 = fdio::fchmod;
    30 exit(I32) -> Void = basic::exit;
    31 getpid() -> I32 = getpid;
    32 sched_yield() -> I32 = basic::sched_yield;
    33 sysconf(I32, I32) -> I32 = basic::sysconf;
    40 gettimeofday(I32) -> I32 = basic::gettod;
    41 clock() -> I32 = clock;
    42 nanosleep(I32, I32) -> I32 = nanosleep;
    43 clock_getres(I32, I32) -> I32 = clock_get::clock_getres;
    44 clock_gettime(I32, I32) -> I32 = clock_get::clock_gettime;
    45 mkdir(I32, I32) -> I32 = filename::mkdir;
    46 rmdir(I32) -> I32 = filename::rmdir;
    47 chdir(I32) -> I32 = filename::chdir;
    48 getcwd(I32, I32) -> I32 = filename::getcwd;
    49 unlink(I32) -> I32 = filename::unlink;
    50 fchdir(I32) -> I32 = fdio::fchdir;
    52 ftruncate(I32, I32) -> I32 = ftruncate;
    60 imc_makeboundsock(I32) -> I32 = missing;
    61 imc_accept(I32) -> I32 = missing;
    62 imc_connect(I32) -> I32 = missing;
    63 imc_sendmsg(I32, I32, I32) -> I32 = imc::send;
    64 imc_recvmsg(I32, I32, I32) -> I32 = imc::receive;
    65 imc_mem_obj_create(I32) -> I32 = imc::make_memory;
    66 imc_socketpair(I32) -> I32 = imc::make_sockets;
    70 mutex_create() -> I32 = objects::mutex_create;
    71 mutex_lock(I32) -> I32 = objects::mutex_lock;
    72 mutex_trylock(I32) -> I32 = objects::mutex_trylock;
    73 mutex_unlock(I32) -> I32 = objects::mutex_unlock;
    74 cond_create() -> I32 = objects::cond_create;
    75 cond_wait(I32, I32) -> I32 = objects::cond_wait;
    76 cond_signal(I32) -> I32 = objects::cond_signal;
    77 cond_broadcast(I32) -> I32 = objects::cond_broadcast;
    79 cond_timed_wait_abs(I32, I32, I32) -> I32 = objects::cond_timed_wait_abs;
    80 thread_create(I32, I32, I32, I32) -> I32 = thread_create;
    81 thread_exit(I32) -> Void = thread::thread_exit;
    82 tls_init(I32) -> I32 = tls::tls_init;
    83 thread_nice(I32) -> I32 = nothing;
    84 tls_get() -> I32 = tls::tls_get;
    85 second_tls_set(I32) -> I32 = second_tls_set;
    86 second_tls_get() -> I32 = second_tls_get;
    87 exception_handler(I32, I32) -> I32 = missing;
    88 exception_stack(I32, I32) -> I32 = missing;
    89 exception_clear_flag() -> I32 = missing;
    100 sem_create(I32) -> I32 = objects::sem_create;
    101 sem_wait(I32) -> I32 = objects::sem_wait;
    102 sem_post(I32) -> I32 = objects::sem_post;
    103 sem_get_value(I32) -> I32 = objects::sem_get_value;
    104 dyncode_create(I32, I32, I32) -> I32 = missing;
    105 dyncode_modify(I32, I32, I32) -> I32 = missing;
    106 dyncode_delete(I32, I32) -> I32 = missing;
    109 test_infoleak() -> I32 = missing;
    120 futex_wait_abs(I32, I32, I32) -> I32 = objects::futex_wait_abs;
    121 futex_wake(I32, I32) -> I32 = objects::futex_wake;
    130 pread(I32, I32, I32, I32) -> I32 = pread;
    131 pwrite(I32, I32, I32, I32) -> I32 = pwrite;
    140 truncate(I32, I32) -> I32 = truncate;
    141 lstat(I32, I32) -> I32 = filename::lstat;
    142 link(I32, I32) -> I32 = filename::link;
    143 rename(I32, I32) -> I32 = filename::rename;
    144 symlink(I32, I32) -> I32 = filename::symlink;
    145 access(I32, I32) -> I32 = filename::access;
    146 readlink(I32, I32, I32) -> I32 = readlink;
    147 utimes(I32, I32) -> I32 = filename::utimes;
    150 get_random_bytes(I32, I32) -> I32 = random_bytes;
};

/// Returns the functions at fixed addresses. They follow the other functions of the IRT if system
/// calls are offered.
pub fn system_call_declarations() -> impl Iterator<Item = HostFunction> {
    CALLS
        .iter()
        .map(|SystemCall { number, function }| HostFunction {
            name: format!("{PREFIX}.{}", function.name).into(),
            params: function.params.into(),
            result: function.result,
            fixed_address: Some(FIRST_ADDRESS + DISTANCE * number),
        })
}

/// Returns true if buffered output need not be flushed before a call.
pub(super) fn waits(index: usize) -> bool {
    CALLS[index].function.waits
}

/// Runs a call by its index in the table.
pub(super) fn run(
    state: &mut State,
    index: usize,
    args: &[u64],
    context: &mut HostContext<'_>,
) -> Action {
    let handler = CALLS[index].function.run;
    finish(handler(&mut Call::new(state, context, args)))
}

/// Continues a call that has waited.
pub(super) fn resume(state: &mut State, waiting: Waiting, context: &mut HostContext<'_>) -> Action {
    let args = match waiting {
        Waiting::Send(args) | Waiting::Receive(args) => args,
        Waiting::Object(_) => [0; 3],
    };
    let args = args.map(u64::from);
    let call = &mut Call::new(state, context, &args);
    finish(match waiting {
        Waiting::Send(_) => imc::send(call),
        Waiting::Receive(_) => imc::receive(call),
        Waiting::Object(wait) => objects::resume(call, wait),
    })
}

fn finish(result: Result<Action, Errno>) -> Action {
    result.unwrap_or_else(|errno| {
        let negative = errno.number().wrapping_neg();
        Action::Return(negative.into())
    })
}

impl Call<'_, '_> {
    /// Returns the machine that creates sockets and memory.
    pub(super) fn machine(&self) -> Result<&dyn MessageMachine, Errno> {
        self.state.machine.as_deref().ok_or(Errno::ENOSYS)
    }
}

fn value(word: u32) -> Result<Action, Errno> {
    Ok(Action::Return(word.into()))
}

fn nothing(_: &mut Call<'_, '_>) -> Result<Action, Errno> {
    DONE
}

fn missing(_: &mut Call<'_, '_>) -> Result<Action, Errno> {
    Err(Errno::ENOSYS)
}

fn dup(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(call.state.files.dup(call.arg(0))?)
}

fn dup2(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.dup2(call.arg(0), call.arg(1))?;
    value(call.arg(1))
}

/// Closes a file, or an object on which threads wait.
fn close(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    match call.state.objects.close(call.arg(0)) {
        true => DONE,
        false => fdio::close(call),
    }
}

fn open(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (path, flags, mode) = (call.path(0)?, call.arg(1), call.arg(2));
    value(call.state.files.open(&path, flags, mode)?)
}

fn read(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(fdio::read_bytes(call)?)
}

fn write(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(fdio::write_bytes(call)?)
}

/// Moves the position of a file. The offset is passed and returned through a pointer.
fn lseek(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(1, 8)?;
    let offset = offset(call, 1)?;
    let whence = Whence::from_number(call.arg(2)).ok_or(Errno::EINVAL)?;
    let position = call.state.files.seek(call.arg(0), offset, whence)?;
    call.store(1, position.to_le_bytes())?;
    DONE
}

/// Returns the 64-bit number that an argument points to.
fn offset(call: &mut Call<'_, '_>, index: usize) -> Result<i64, Errno> {
    let address = call.arg(index);
    Ok(i64::from_le_bytes(call.memory().load(address)?))
}

fn pread(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    at_offset(call, fdio::read_bytes)
}

fn pwrite(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    at_offset(call, fdio::write_bytes)
}

/// Reads or writes at the offset that the fourth argument points to. The file's position does not
/// change.
fn at_offset(
    call: &mut Call<'_, '_>,
    transfer: impl FnOnce(&mut Call<'_, '_>) -> Result<u32, Errno>,
) -> Result<Action, Errno> {
    let (descriptor, to) = (call.arg(0), offset(call, 3)?);
    if to < 0 {
        return Err(Errno::EINVAL);
    }
    let before = call.state.files.seek(descriptor, 0, Whence::Current)?;
    call.state.files.seek(descriptor, to, Whence::Start)?;
    let count = transfer(call);
    let before = i64::try_from(before).map_err(|_| Errno::EOVERFLOW)?;
    call.state.files.seek(descriptor, before, Whence::Start)?;
    value(count?)
}

fn ftruncate(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let length = offset(call, 1)?;
    call.state.files.ftruncate(call.arg(0), length)?;
    DONE
}

fn truncate(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (path, length) = (call.path(0)?, offset(call, 1)?);
    call.state.files.truncate(&path, length)?;
    DONE
}

fn getdents(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(fdio::list_entries(call)?)
}

fn readlink(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(filename::read_target(call)?)
}

fn random_bytes(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    random::fill(call)?;
    DONE
}

/// Starts a thread, which has no second pointer. In the original, only the IRT gave a thread one.
fn thread_create(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    match call.arg(3) {
        0 => thread::thread_create(call),
        _ => Err(Errno::ENOSYS),
    }
}

fn second_tls_set(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (thread, pointer) = (call.context.thread, call.arg(0));
    call.state.second_pointers.insert(thread, pointer);
    DONE
}

fn second_tls_get(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let pointer = call.state.second_pointers.get(&call.context.thread);
    value(pointer.copied().unwrap_or(0))
}

fn isatty(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(call.state.files.is_terminal(call.arg(0))?.into())
}

/// Moves the break. Returns the new break, or the old one if there is no room.
fn brk(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let to = call.arg(0);
    let memory = &mut *call.context.memory;
    let arena = &mut call.state.arena;
    let now = arena.set_break(memory, to);
    value(now.or_else(|_| arena.set_break(memory, 0))?)
}

fn mmap(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [start, len, protection, flags, descriptor, place] =
        [0, 1, 2, 3, 4, 5].map(|index| call.arg(index));
    let offset = i64::from_le_bytes(call.memory().load(place)?);
    let mapping = memory::Mapping {
        start,
        len,
        protection,
        flags,
        descriptor,
        offset,
    };
    value(mapping.make(call)?)
}

fn getpid(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(call.state.process_id)
}

/// Returns the processor time in microseconds.
fn clock(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    value(call.state.clock.processor_time().as_micros() as u32)
}

/// Sleeps. Nothing interrupts a sleep, so the remaining time is zero.
fn nanosleep(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    if call.arg(1) != 0 {
        call.store(1, layout::timespec(Duration::ZERO))?;
    }
    basic::nanosleep(call)
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK};
    use super::*;
    use crate::files::flags;
    use crate::host::Host;
    use crate::memory::PAGE_SIZE;

    const B: u32 = Guest::BUFFER;

    fn failed(errno: Errno) -> Action {
        Action::Return(errno.number().wrapping_neg().into())
    }

    #[test]
    fn calls_have_the_addresses_of_their_trampolines() {
        let calls: Vec<_> = system_call_declarations().collect();
        let addresses: Vec<_> = calls.iter().map(|call| call.fixed_address).collect();
        assert!(addresses.is_sorted());
        let address = |name: &str| {
            let call = calls.iter().find(|call| call.name == name);
            call.and_then(|call| call.fixed_address)
        };
        assert_eq!(address("nacl-syscall.close"), Some(0x1_0160));
        assert_eq!(address("nacl-syscall.imc_sendmsg"), Some(0x1_07e0));
    }

    #[test]
    fn they_are_offered_if_somebody_asks() {
        let guest = Guest::new();
        let has = |guest: &Guest| {
            let mut functions = guest.irt.functions().iter();
            functions.any(|function| function.name.starts_with(PREFIX))
        };
        assert!(!has(&guest));
        assert!(has(&Guest::new().with_system_calls()));
    }

    #[test]
    fn results_are_values_and_errors_are_negative() {
        let mut guest = Guest::with_input("input").with_system_calls();
        let read = guest.call("nacl-syscall.read", &[0, B, 3]);
        assert_eq!(read, Action::Return(3));
        assert_eq!(guest.memory.bytes(B, 3).unwrap(), b"inp");
        assert_eq!(
            guest.call("nacl-syscall.write", &[1, B, 3]),
            Action::Return(3)
        );
        assert_eq!(guest.output.take(), b"inp");
        assert_eq!(
            guest.call("nacl-syscall.read", &[9, B, 3]),
            failed(Errno::EBADF)
        );
        assert_eq!(
            guest.call("nacl-syscall.read", &[0, 0, 3]),
            failed(Errno::EFAULT)
        );
        assert_eq!(guest.call("nacl-syscall.dup", &[1]), Action::Return(3));
        assert_eq!(guest.call("nacl-syscall.dup2", &[1, 7]), Action::Return(7));
        assert_eq!(guest.call("nacl-syscall.close", &[7]), OK);
        let missing = guest.call("nacl-syscall.list_mappings", &[B, 1]);
        assert_eq!(missing, failed(Errno::ENOSYS));
        let process = guest.call("nacl-syscall.getpid", &[]);
        assert_eq!(process, Action::Return(Guest::PROCESS_ID.into()));
        let pointer = guest.call("nacl-syscall.tls_get", &[]);
        assert_eq!(pointer, Action::Return(Guest::THREAD_POINTER.into()));
        assert_eq!(guest.call("nacl-syscall.exit", &[3]), Action::Exit(3));
    }

    #[test]
    fn offsets_are_passed_by_pointers() {
        let (tree, guest) = Guest::with_files();
        let mut guest = guest.with_system_calls();
        tree.insert("file", b"12345678").unwrap();
        let file = guest.open("/file", flags::READ_ONLY);
        guest.memory.store(B, 6_u64.to_le_bytes()).unwrap();
        assert_eq!(guest.call("nacl-syscall.lseek", &[file, B, 0]), OK);
        let read = guest.call("nacl-syscall.read", &[file, B + 8, 9]);
        assert_eq!(read, Action::Return(2));
        let args = [0, PAGE_SIZE, 3, 0x22, u32::MAX, B];
        guest.memory.store(B, 0_u64.to_le_bytes()).unwrap();
        let mapped = guest.call("nacl-syscall.mmap", &args);
        assert_eq!(mapped, Action::Return(Guest::ARENA.into()));
        let unmapped = guest.call("nacl-syscall.munmap", &[Guest::ARENA, PAGE_SIZE]);
        assert_eq!(unmapped, OK);
        let bad = guest.call("nacl-syscall.mmap", &[0, 0, 3, 0x22, u32::MAX, B]);
        assert_eq!(bad, failed(Errno::EINVAL));
    }

    #[test]
    fn files_are_read_and_written_at_offsets_by_pointers() {
        let (tree, guest) = Guest::with_files();
        let mut guest = guest.with_system_calls();
        tree.insert("file", b"12345678").unwrap();
        let file = guest.open("/file", flags::READ_WRITE);
        let call = |guest: &mut Guest, name: &str, args: &[u32]| {
            guest.call(&format!("nacl-syscall.{name}"), args)
        };
        guest.memory.store(B, 6_u64.to_le_bytes()).unwrap();
        let args = [file, B + 8, 9, B];
        assert_eq!(call(&mut guest, "pread", &args), Action::Return(2));
        assert_eq!(guest.memory.bytes(B + 8, 2).unwrap(), b"78");
        let args = [file, B + 8, 2, B];
        assert_eq!(call(&mut guest, "pwrite", &args), Action::Return(2));
        let read = call(&mut guest, "read", &[file, B + 8, 3]);
        assert_eq!(read, Action::Return(3));
        assert_eq!(guest.memory.bytes(B + 8, 3).unwrap(), b"123");
        assert_eq!(call(&mut guest, "ftruncate", &[file, B]), OK);
        assert_eq!(tree.contents("file").unwrap(), b"123456");
        guest.memory.store(B, 2_u64.to_le_bytes()).unwrap();
        let path = guest.string("/file");
        assert_eq!(call(&mut guest, "truncate", &[path, B]), OK);
        assert_eq!(tree.contents("file").unwrap(), b"12");
        let (target, link) = (guest.string("file"), guest.string("/link"));
        assert_eq!(call(&mut guest, "symlink", &[target, link]), OK);
        let len = call(&mut guest, "readlink", &[link, B + 8, 3]);
        assert_eq!(len, Action::Return(3));
        assert_eq!(guest.memory.bytes(B + 8, 3).unwrap(), b"fil");
        let folder = guest.string("/");
        let folder = guest.call("nacl-syscall.open", &[folder, 0, 0]);
        assert_eq!(folder, Action::Return(4));
        let listed = call(&mut guest, "getdents", &[4, B, 200]);
        assert!(matches!(listed, Action::Return(40..200)), "{listed:?}");

        guest.memory.store(B, (-1_i64).to_le_bytes()).unwrap();
        for (name, args, errno) in [
            ("pread", &[file, B + 8, 1, B][..], Errno::EINVAL),
            ("pread", &[file, B + 8, 1, 0], Errno::EFAULT),
            ("pwrite", &[1, B + 8, 1, Guest::TABLE], Errno::ESPIPE),
            ("pwrite", &[99, B + 8, 1, Guest::TABLE], Errno::EBADF),
            ("ftruncate", &[file, B], Errno::EINVAL),
            ("ftruncate", &[file, 4], Errno::EFAULT),
            ("truncate", &[0, B], Errno::EFAULT),
            ("getdents", &[file, B, 200], Errno::ENOTDIR),
            ("get_random_bytes", &[0, 4], Errno::EFAULT),
        ] {
            assert_eq!(call(&mut guest, name, args), failed(errno), "{name}");
        }
    }

    #[test]
    fn threads_have_a_second_pointer() {
        let mut guest = Guest::new().with_system_calls();
        let (set, get) = ("nacl-syscall.second_tls_set", "nacl-syscall.second_tls_get");
        guest.call_as(1, set, &[7]);
        guest.call_as(2, set, &[8]);
        let mut found = |thread| guest.call_as(thread, get, &[]).0;
        assert_eq!([1, 2, 3].map(&mut found), [7, 8, 0].map(Action::Return));
        guest.call_as(1, "nacl-syscall.thread_exit", &[0]);
        assert!(!guest.irt.state.second_pointers.contains_key(&1));
        let create = |guest: &mut Guest, second| {
            guest.call("nacl-syscall.thread_create", &[7, 8, 9, second])
        };
        let started = Action::StartThread {
            start: 7,
            stack: 8,
            thread_pointer: 9,
        };
        assert_eq!(create(&mut guest, 0), started);
        assert_eq!(create(&mut guest, 1), failed(Errno::ENOSYS));
    }

    #[test]
    fn the_break_that_cannot_be_moved_is_the_old_one() {
        let mut guest = Guest::new().with_system_calls();
        let start = guest.call("nacl-syscall.brk", &[0]);
        assert_eq!(start, Action::Return(Guest::ARENA.into()));
        assert_eq!(guest.call("nacl-syscall.brk", &[u32::MAX]), start);
    }
}
