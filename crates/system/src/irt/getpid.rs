//! `nacl-irt-dev-getpid`: the ID of the process.

use super::call::{Call, DONE};
use super::{Interface, interface};
use crate::Errno;
use crate::host::Action;

pub(super) const DEV_GETPID_0_1: Interface = interface! { "nacl-irt-dev-getpid-0.1":
    getpid(I32) -> I32,
};

fn getpid(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let number = call.state.process_id;
    call.store_word(0, number)?;
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK, failed};
    use super::*;

    #[test]
    fn the_number_is_the_one_given() {
        let mut guest = Guest::new();
        assert_eq!(
            guest.call("nacl-irt-dev-getpid-0.1.getpid", &[Guest::BUFFER]),
            OK
        );
        assert_eq!(guest.words(Guest::BUFFER, 1), [Guest::PROCESS_ID]);
        assert_eq!(
            guest.call("nacl-irt-dev-getpid-0.1.getpid", &[0]),
            failed(Errno::EFAULT)
        );
    }
}
