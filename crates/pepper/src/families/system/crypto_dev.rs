//! `PPB_Crypto(Dev)`: random bytes.

use crate::kernel::call::{Call, NOTHING};
use crate::kernel::startup::fail;
use crate::table::ctypes::char;
use crate::table::typed::At;
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const CRYPTO_DEV_0_1: Interface = interface! { "PPB_Crypto(Dev)" "0.1" Dev:
    GetRandomBytes(buffer: *mut char, num_bytes: uint32_t) => get_random_bytes;
};

fn get_random_bytes(
    call: &mut Call<'_, '_>,
    buffer: At<char>,
    count: u32,
) -> Result<Action, Fault> {
    let memory = &mut *call.context.memory;
    if !call.irt.give_random_bytes(memory, buffer.address, count)? {
        return Ok(fail("the machine has no random bytes"));
    }
    call.context.bytes += u64::from(count);
    NOTHING
}

#[cfg(test)]
mod tests {
    use crate::harness::Program;
    use pinnacle_system::host::Action;

    const CRYPTO: &str = "PPB_Crypto(Dev);0.1";

    #[test]
    fn bytes_are_random_and_no_more_than_requested() {
        let mut program = Program::started();
        let at = program.bytes(&[0; 40]);
        program.call(CRYPTO, "GetRandomBytes", &[at.into(), 32]);
        let bytes = program.memory.bytes(at, 40).unwrap();
        assert!(bytes[..32].iter().any(|&byte| byte != 0));
        assert_eq!(bytes[32..], [0; 8]);
        let wrong = program.answer(CRYPTO, "GetRandomBytes", &[0, 32]);
        assert!(matches!(wrong, Action::Trap(_)), "{wrong:?}");
    }
}
