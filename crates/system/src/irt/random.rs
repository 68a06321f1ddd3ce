//! `nacl-irt-random`: random bytes.

use super::call::{Call, DONE};
use super::{Interface, interface};
use crate::Errno;
use crate::host::Action;

pub(super) const RANDOM_0_1: Interface = interface! { "nacl-irt-random-0.1":
    get_random_bytes(I32, I32, I32) -> I32,
};

fn get_random_bytes(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(2, 4)?;
    let count = fill(call)?;
    call.store_word(2, count)?;
    DONE
}

/// Fills the buffer that the first argument points to. Returns its length.
pub(super) fn fill(call: &mut Call<'_, '_>) -> Result<u32, Errno> {
    let [address, count] = [0, 1].map(|index| call.arg(index));
    let random = &mut call.state.random;
    call.context.memory.receive(address, count, |buffer| {
        random.fill(buffer)?;
        Ok::<usize, Errno>(buffer.len())
    })?;
    call.context.bytes += u64::from(count);
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK, failed};
    use super::*;

    const B: u32 = Guest::BUFFER;
    const RESULT: u32 = Guest::RESULT;

    #[test]
    fn the_whole_buffer_is_filled_the_same_way_for_the_same_seed() {
        let fill = || {
            let mut guest = Guest::new();
            let args = [B, 100, RESULT];
            assert_eq!(
                guest.call("nacl-irt-random-0.1.get_random_bytes", &args),
                OK
            );
            assert_eq!(guest.words(RESULT, 1), [100]);
            guest.memory.bytes(B, 100).unwrap()
        };
        let bytes = fill();
        assert!(
            bytes
                .chunks(20)
                .all(|chunk| chunk.iter().any(|&byte| byte != 0))
        );
        assert_eq!(bytes, fill());
    }

    #[test]
    fn bad_pointers_are_errors() {
        let mut guest = Guest::new();
        let random = "nacl-irt-random-0.1.get_random_bytes";
        assert_eq!(guest.call(random, &[0, 4, RESULT]), failed(Errno::EFAULT));
        assert_eq!(
            guest.call(random, &[B, u32::MAX, RESULT]),
            failed(Errno::EFAULT)
        );
        assert_eq!(guest.call(random, &[B, 4, 0]), failed(Errno::EFAULT));
    }
}
