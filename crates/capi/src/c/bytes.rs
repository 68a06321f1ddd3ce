//! Bytes that C owns.

use super::guard_quietly;
use std::ptr;

/// Bytes, or a text. The receiver must free them with `pinnacle_bytes_free`.
///
/// A NUL byte, which `size` does not count, follows the last byte. So a text can be printed
/// directly.
#[repr(C)]
#[derive(Debug)]
pub struct pinnacle_bytes_t {
    /// The first byte; null if there are no bytes.
    pub data: *mut u8,
    /// The number of bytes.
    pub size: usize,
}

impl pinnacle_bytes_t {
    /// Gives bytes to C.
    pub(super) fn new(mut bytes: Vec<u8>) -> pinnacle_bytes_t {
        let size = bytes.len();
        bytes.push(0);
        let data = Box::into_raw(bytes.into_boxed_slice());
        pinnacle_bytes_t {
            data: data.cast(),
            size,
        }
    }

    /// Nothing, which need not be freed.
    pub(super) fn none() -> pinnacle_bytes_t {
        pinnacle_bytes_t {
            data: ptr::null_mut(),
            size: 0,
        }
    }
}

/// Frees bytes and clears the structure. A null pointer is allowed, and so is a cleared structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_bytes_free(bytes: *mut pinnacle_bytes_t) {
    guard_quietly(|| {
        // SAFETY: the caller keeps the rules of pointers.
        let Some(bytes) = (unsafe { bytes.as_mut() }) else {
            return;
        };
        let bytes = std::mem::replace(bytes, pinnacle_bytes_t::none());
        if !bytes.data.is_null() {
            let whole = ptr::slice_from_raw_parts_mut(bytes.data, bytes.size + 1);
            // SAFETY: `new` made it from a box of that many bytes. The caller changed neither field
            // and has not freed it: freeing replaces it with an empty one.
            drop(unsafe { Box::from_raw(whole) });
        }
    });
}
