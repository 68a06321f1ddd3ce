//! `nacl-irt-basic`: exit, time, and queries about the system.

use super::call::{Call, DONE};
use super::layout::{self, TIME_SIZE};
use super::{Interface, interface};
use crate::Errno;
use crate::host::Action;
use crate::memory::PAGE_SIZE;
use std::time::Duration;

pub(super) const BASIC_0_1: Interface = interface! { "nacl-irt-basic-0.1":
    exit(I32) -> Void,
    gettod(I32) -> I32,
    clock(I32) -> I32,
    nanosleep(I32, I32) -> I32,
    sched_yield() -> I32,
    sysconf(I32, I32) -> I32,
};

/// The numbers of `sysconf` parameters.
mod names {
    pub(super) const PROCESSORS_ONLINE: u32 = 1;
    pub(super) const PAGE_SIZE: u32 = 2;
    pub(super) const FILE_ACCESS_ENABLED: u32 = 0x100_0000;
    pub(super) const LIST_MAPPINGS_ENABLED: u32 = 0x100_0001;
    pub(super) const PNACL_MODE: u32 = 0x100_0002;
}

pub(super) fn exit(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    Ok(Action::Exit(call.arg(0) as u8))
}

pub(super) fn gettod(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let now = call.state.clock.real_time();
    call.store(0, layout::timeval(now))?;
    DONE
}

/// Stores the processor time in microseconds. The program gets the low 32 bits.
fn clock(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let used = call.state.clock.processor_time();
    call.store_word(0, used.as_micros() as u32)?;
    DONE
}

/// Sleeps. Nothing interrupts a sleep, so the remaining time is never written.
pub(super) fn nanosleep(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let request = call.arg(0);
    let time = layout::read_timespec(call.memory().load::<{ TIME_SIZE as usize }>(request)?)?;
    let seconds = u64::try_from(time.seconds).map_err(|_| Errno::EINVAL)?;
    let time = Duration::new(seconds, time.nanoseconds);
    call.state.starts.sleeps(call.context.thread_pointer);
    Ok(Action::Sleep(time))
}

pub(super) fn sched_yield(_: &mut Call<'_, '_>) -> Result<Action, Errno> {
    Ok(Action::Yield)
}

pub(super) fn sysconf(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let value = match call.arg(0) {
        names::PROCESSORS_ONLINE => call.state.processors,
        names::PAGE_SIZE => PAGE_SIZE,
        names::FILE_ACCESS_ENABLED => call.state.files.has_mounts().into(),
        names::LIST_MAPPINGS_ENABLED => 0,
        names::PNACL_MODE => 1,
        _ => return Err(Errno::EINVAL),
    };
    call.store_word(1, value)?;
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK, failed};
    use super::*;

    #[test]
    fn exit_keeps_eight_bits_of_the_status() {
        let mut guest = Guest::new();
        assert_eq!(
            guest.call("nacl-irt-basic-0.1.exit", &[0x1_02ff]),
            Action::Exit(255)
        );
    }

    #[test]
    fn time_is_written_as_seconds_and_microseconds() {
        let mut guest = Guest::new();
        guest.fill(Guest::BUFFER, 20, 0xff);
        assert_eq!(
            guest.call("nacl-irt-basic-0.1.gettod", &[Guest::BUFFER]),
            OK
        );
        let words = guest.words(Guest::BUFFER, 5);
        assert_eq!(words, [1_000_000_000, 0, 1, 0, u32::MAX]);
        assert_eq!(
            guest.call("nacl-irt-basic-0.1.gettod", &[0]),
            failed(Errno::EFAULT)
        );
        assert_eq!(guest.call("nacl-irt-basic-0.1.clock", &[Guest::BUFFER]), OK);
        assert_eq!(
            guest.call("nacl-irt-basic-0.1.clock", &[3]),
            failed(Errno::EFAULT)
        );
    }

    #[test]
    fn sleeping_is_left_to_the_engine() {
        let mut guest = Guest::new();
        let mut sleep = |seconds: u64, nanoseconds: u32| {
            guest
                .memory
                .store(Guest::BUFFER, seconds.to_le_bytes())
                .unwrap();
            guest
                .memory
                .store_u32(Guest::BUFFER + 8, nanoseconds)
                .unwrap();
            guest.call("nacl-irt-basic-0.1.nanosleep", &[Guest::BUFFER, 0])
        };
        assert_eq!(sleep(3, 5), Action::Sleep(Duration::new(3, 5)));
        assert_eq!(sleep(3, 1_000_000_000), failed(Errno::EINVAL));
        assert_eq!(sleep(u64::MAX, 0), failed(Errno::EINVAL));
        assert_eq!(
            guest.call("nacl-irt-basic-0.1.nanosleep", &[0, 0]),
            failed(Errno::EFAULT)
        );
        assert_eq!(
            guest.call("nacl-irt-basic-0.1.sched_yield", &[]),
            Action::Yield
        );
    }

    #[test]
    fn sysconf_knows_its_names() {
        let mut guest = Guest::new();
        for (name, value) in [
            (1, 1),
            (2, 65536),
            (0x100_0000, 0),
            (0x100_0001, 0),
            (0x100_0002, 1),
        ] {
            assert_eq!(
                guest.call("nacl-irt-basic-0.1.sysconf", &[name, Guest::BUFFER]),
                OK
            );
            assert_eq!(guest.words(Guest::BUFFER, 1), [value], "name {name:#x}");
        }
        for name in [0, 3, 0x1_0000] {
            let answer = guest.call("nacl-irt-basic-0.1.sysconf", &[name, Guest::BUFFER]);
            assert_eq!(answer, failed(Errno::EINVAL));
        }
        assert_eq!(
            guest.call("nacl-irt-basic-0.1.sysconf", &[2, 1]),
            failed(Errno::EFAULT)
        );
    }
}
