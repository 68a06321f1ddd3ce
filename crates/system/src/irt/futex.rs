//! `nacl-irt-futex`: waits for a word of memory to change. The engine does the waiting.

use super::call::Call;
use super::layout::{self, TIME_SIZE};
use super::{Interface, interface};
use crate::Errno;
use crate::host::Action;
use std::time::Duration;

pub(super) const FUTEX_0_1: Interface = interface! { "nacl-irt-futex-0.1":
    futex_wait_abs(I32, I32, I32) -> I32,
    futex_wake(I32, I32, I32) -> I32,
};

fn futex_wait_abs(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [address, value, time] = [0, 1, 2].map(|index| call.arg(index));
    call.memory().load_u32(address)?;
    let deadline = match time {
        0 => None,
        _ => Some(read_deadline(call, time)?),
    };
    let thread = call.context.thread_pointer;
    call.state.starts.waits_for_another(thread);
    Ok(Action::FutexWait {
        address,
        value,
        deadline,
    })
}

/// Reads the time since 1970 at an address. A time before 1970 becomes 1970: both are in the past.
pub(super) fn read_deadline(call: &mut Call<'_, '_>, address: u32) -> Result<Duration, Errno> {
    let bytes = call.memory().load::<{ TIME_SIZE as usize }>(address)?;
    let time = layout::read_timespec(bytes)?;
    let seconds = u64::try_from(time.seconds);
    Ok(seconds.map_or(Duration::ZERO, |seconds| {
        Duration::new(seconds, time.nanoseconds)
    }))
}

fn futex_wake(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [address, count, woken] = [0, 1, 2].map(|index| call.arg(index));
    call.check_writable(2, 4)?;
    // No thread can wait at an address that is not mapped.
    if call.memory().load_u32(address).is_err() {
        call.memory().store_u32(woken, 0)?;
        return Ok(Action::Return(0));
    }
    Ok(Action::FutexWake {
        address,
        count,
        woken,
    })
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, failed};
    use super::*;

    const B: u32 = Guest::BUFFER;

    #[test]
    fn a_wait_has_a_deadline_if_a_time_is_given() {
        let mut guest = Guest::new();
        let wait = "nacl-irt-futex-0.1.futex_wait_abs";
        let action = |deadline| Action::FutexWait {
            address: B,
            value: 5,
            deadline,
        };
        assert_eq!(guest.call(wait, &[B, 5, 0]), action(None));
        guest.memory.store(B + 16, 7_u64.to_le_bytes()).unwrap();
        guest.memory.store_u32(B + 24, 9).unwrap();
        assert_eq!(
            guest.call(wait, &[B, 5, B + 16]),
            action(Some(Duration::new(7, 9)))
        );
        guest.memory.store(B + 16, (-1_i64).to_le_bytes()).unwrap();
        assert_eq!(
            guest.call(wait, &[B, 5, B + 16]),
            action(Some(Duration::ZERO))
        );
        guest.memory.store_u32(B + 24, 1_000_000_000).unwrap();
        assert_eq!(guest.call(wait, &[B, 5, B + 16]), failed(Errno::EINVAL));
        assert_eq!(guest.call(wait, &[0, 5, 0]), failed(Errno::EFAULT));
        assert_eq!(guest.call(wait, &[B, 5, 8]), failed(Errno::EFAULT));
    }

    #[test]
    fn a_wake_needs_room_for_its_answer() {
        let mut guest = Guest::new();
        let wake = "nacl-irt-futex-0.1.futex_wake";
        let action = Action::FutexWake {
            address: B,
            count: 3,
            woken: B + 4,
        };
        assert_eq!(guest.call(wake, &[B, 3, B + 4]), action);
        assert_eq!(guest.call(wake, &[B, 3, 0]), failed(Errno::EFAULT));
        assert_eq!(guest.call(wake, &[0, 3, B]), Action::Return(0));
        assert_eq!(guest.memory.load_u32(B).unwrap(), 0);
    }
}
