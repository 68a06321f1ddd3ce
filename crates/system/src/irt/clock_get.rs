//! `nacl-irt-clock_get`: clocks by number.

use super::call::{Call, DONE};
use super::{Interface, interface, layout};
use crate::Errno;
use crate::clock::Clock;
use crate::host::Action;
use std::time::Duration;

pub(super) const CLOCK_GET_0_1: Interface = interface! { "nacl-irt-clock_get-0.1":
    clock_getres(I32, I32) -> I32,
    clock_gettime(I32, I32) -> I32,
};

/// Returns the clock with a number: real time, monotonic, process or thread. Processor time is
/// measured for the whole program, so a thread's clock shows the program's time.
fn clock_by_number(number: u32) -> Result<fn(&dyn Clock) -> Duration, Errno> {
    match number {
        0 => Ok(|clock| clock.real_time()),
        1 => Ok(|clock| clock.monotonic()),
        2 | 3 => Ok(|clock| clock.processor_time()),
        _ => Err(Errno::EINVAL),
    }
}

/// Stores the resolution of a clock. If the address of the result is 0, only the clock's number is
/// checked.
pub(super) fn clock_getres(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    clock_by_number(call.arg(0))?;
    if call.arg(1) != 0 {
        let resolution = call.state.clock.resolution();
        call.store(1, layout::timespec(resolution))?;
    }
    DONE
}

pub(super) fn clock_gettime(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let clock = clock_by_number(call.arg(0))?;
    let now = clock(&*call.state.clock);
    call.store(1, layout::timespec(now))?;
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK, failed};
    use super::*;

    const B: u32 = Guest::BUFFER;

    #[test]
    fn four_clocks_tell_the_time() {
        let mut guest = Guest::new();
        guest.fill(B, 20, 0xff);
        assert_eq!(
            guest.call("nacl-irt-clock_get-0.1.clock_gettime", &[0, B]),
            OK
        );
        assert_eq!(guest.words(B, 5), [1_000_000_000, 0, 1_000, 0, u32::MAX]);
        for number in 1..4 {
            assert_eq!(
                guest.call("nacl-irt-clock_get-0.1.clock_gettime", &[number, B]),
                OK
            );
            assert_eq!(guest.words(B, 3), [0, 0, 1_000 * (number + 1)]);
        }
        assert_eq!(
            guest.call("nacl-irt-clock_get-0.1.clock_getres", &[1, B]),
            OK
        );
        assert_eq!(guest.words(B, 3), [0, 0, 1_000]);
        assert_eq!(
            guest.call("nacl-irt-clock_get-0.1.clock_getres", &[1, 0]),
            OK
        );
    }

    #[test]
    fn unknown_clocks_and_bad_pointers_are_errors() {
        let mut guest = Guest::new();
        for name in ["clock_getres", "clock_gettime"] {
            let name = format!("nacl-irt-clock_get-0.1.{name}");
            assert_eq!(guest.call(&name, &[4, B]), failed(Errno::EINVAL));
            assert_eq!(guest.call(&name, &[0, 5]), failed(Errno::EFAULT));
        }
        let null = guest.call("nacl-irt-clock_get-0.1.clock_gettime", &[0, 0]);
        assert_eq!(null, failed(Errno::EFAULT));
    }
}
