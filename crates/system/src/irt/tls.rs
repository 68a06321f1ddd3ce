//! `nacl-irt-tls`: the thread pointer.

use super::call::Call;
use super::{Interface, interface};
use crate::Errno;
use crate::host::Action;

pub(super) const TLS_0_1: Interface = interface! { "nacl-irt-tls-0.1":
    tls_init(I32) -> I32,
    tls_get() -> I32,
};

pub(super) fn tls_init(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    Ok(Action::SetThreadPointer(call.arg(0)))
}

pub(super) fn tls_get(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    Ok(Action::Return(call.context.thread_pointer.into()))
}

#[cfg(test)]
mod tests {
    use super::super::harness::Guest;
    use super::*;

    #[test]
    fn the_thread_pointer_is_the_engines() {
        let mut guest = Guest::new();
        let init = guest.call("nacl-irt-tls-0.1.tls_init", &[0x1234]);
        assert_eq!(init, Action::SetThreadPointer(0x1234));
        let get = guest.call("nacl-irt-tls-0.1.tls_get", &[]);
        assert_eq!(get, Action::Return(Guest::THREAD_POINTER.into()));
    }
}
