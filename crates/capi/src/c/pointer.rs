//! Pointers of C as references of Rust.

use crate::error::Error;
use std::ffi::{CStr, c_char};
use std::slice;

/// Gives an object to C, which gives it back to [`free`].
pub(super) fn give<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees an object; null is allowed.
///
/// # Safety
///
/// The pointer must come from [`give`] and must not be used again.
pub(super) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the caller promises that it came from `Box::into_raw` and is used no more.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// Borrows an object.
///
/// # Safety
///
/// The pointer is null or valid for reads for `'a`, and nobody writes in the meantime.
pub(super) unsafe fn borrow<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Error> {
    // SAFETY: the caller promises just that.
    unsafe { pointer.as_ref() }.ok_or_else(|| Error::argument(name, "is null"))
}

/// Borrows an object to change it.
///
/// # Safety
///
/// The pointer is null or valid for reads and writes for `'a`, and nobody else uses it in the
/// meantime.
pub(super) unsafe fn borrow_mut<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Error> {
    // SAFETY: the caller promises just that.
    unsafe { pointer.as_mut() }.ok_or_else(|| Error::argument(name, "is null"))
}

/// Writes a result.
///
/// # Safety
///
/// The pointer is null or valid for a write.
pub(super) unsafe fn put<T>(pointer: *mut T, value: T, name: &str) -> Result<(), Error> {
    if pointer.is_null() {
        return Err(Error::argument(name, "is null"));
    }
    // SAFETY: the caller promises exactly this. The old contents are not dropped, because they may
    // be uninitialised.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Borrows elements of an array; null is allowed if there are none.
///
/// # Safety
///
/// The pointer is valid for reads of that many elements for `'a`, and nobody writes in the
/// meantime.
pub(super) unsafe fn array<'a, T>(
    pointer: *const T,
    length: usize,
    name: &str,
) -> Result<&'a [T], Error> {
    if length == 0 {
        return Ok(&[]);
    }
    let bytes = length.checked_mul(size_of::<T>());
    if pointer.is_null() || bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(Error::argument(name, "is null, or its length is negative"));
    }
    // SAFETY: it is not null, its size is not too large, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// Borrows a text.
///
/// # Safety
///
/// The pointer is null or that of a text with a NUL byte at its end, valid for reads for `'a`.
pub(super) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Error> {
    if pointer.is_null() {
        return Err(Error::argument(name, "is null"));
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str()
        .map_err(|_| Error::argument(name, "is not UTF-8"))
}

/// Borrows a text that may be left out.
///
/// # Safety
///
/// Fails as [`text`] does.
pub(super) unsafe fn optional_text<'a>(
    pointer: *const c_char,
    name: &str,
) -> Result<Option<&'a str>, Error> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller promises what `text` requires.
    unsafe { text(pointer, name) }.map(Some)
}
