//! `PPB_Crypto(Dev)`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const CRYPTO_DEV_0_1: Interface = interface! { "PPB_Crypto(Dev)" "0.1" Dev:
    GetRandomBytes(buffer: *mut char, num_bytes: uint32_t) = unfinished;
};
