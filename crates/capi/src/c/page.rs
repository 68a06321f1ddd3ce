//! Browser programs in a headless page.

use super::bytes::pinnacle_bytes_t;
use super::error::pinnacle_error_t;
use super::program::put_bytes;
use super::{guard, guard_quietly, pinnacle_config_t, pointer};
use crate::error::Error;
use pinnacle_embed::{Page, PageOptions};
use std::collections::VecDeque;
use std::ffi::c_char;
use std::ptr;
use std::time::Duration;

/// Options of a page. All zero is the default, and so is a null pointer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct pinnacle_page_options_t {
    /// Options of its program. The time limit is for each `pinnacle_page_run`; fuel is not counted.
    pub config: pinnacle_config_t,
    /// The width of the element in pixels; 0 for the width in the page, or 640 if it has none.
    pub width: i32,
    /// The height of the element in pixels; 0 for the height in the page, or 480 if it has none.
    pub height: i32,
    /// The id of the program's element in a page; null for the first.
    pub element: *const c_char,
    /// The folder whose files the program may load; null for that of the page or manifest.
    pub site: *const c_char,
    /// A folder for the program's own files; null for one in memory.
    pub storage: *const c_char,
}

impl Default for pinnacle_page_options_t {
    fn default() -> pinnacle_page_options_t {
        pinnacle_page_options_t {
            config: pinnacle_config_t::default(),
            width: 0,
            height: 0,
            element: ptr::null(),
            site: ptr::null(),
            storage: ptr::null(),
        }
    }
}

/// A page with a program in it. Its creator must free it with `pinnacle_page_free`.
#[derive(Debug)]
pub struct pinnacle_page_t {
    page: Page,
    messages: VecDeque<String>,
}

/// Opens a page (`.html`), a manifest (`.nmf`) or a Pepper program (`.pexe`). `options` may be
/// null. Stores the page in `page`. The program does not run before `pinnacle_page_run`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_page_open(
    path: *const c_char,
    options: *const pinnacle_page_options_t,
    page: *mut *mut pinnacle_page_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of texts and pointers.
        let (path, given, element, site, storage) = unsafe {
            let given = options.as_ref().copied().unwrap_or_default();
            (
                pointer::text(path, "path")?,
                given,
                pointer::optional_text(given.element, "element")?,
                pointer::optional_text(given.site, "site")?,
                pointer::optional_text(given.storage, "storage")?,
            )
        };
        let mut options = PageOptions {
            kind: given.config.engine()?,
            element: element.map(str::to_owned),
            site: site.map(Into::into),
            storage: storage.map(Into::into),
            timeout: given.config.timeout(),
            ..PageOptions::default()
        };
        if given.width > 0 && given.height > 0 {
            options.size = Some([given.width, given.height]);
        } else if given.width != 0 || given.height != 0 {
            return Err(Error::argument("options", "has a width without a height"));
        }
        if given.config.memory_limit > 0 {
            options.memory_limit = given.config.memory_limit;
        }
        let opened = pointer::give(pinnacle_page_t {
            page: Page::open_with(path, options)?,
            messages: VecDeque::new(),
        });
        // SAFETY: the caller follows the rules for results; a result that cannot be stored is
        // freed.
        unsafe { pointer::put(page, opened, "page").inspect_err(|_| pointer::free(opened)) }
    })
}

/// Posts a message in JSON, which the program receives in the next `pinnacle_page_run`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_page_post(
    page: *mut pinnacle_page_t,
    json: *const c_char,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles and texts.
        let (page, json) = unsafe {
            (
                pointer::borrow_mut(page, "page")?,
                pointer::text(json, "json")?,
            )
        };
        page.page.post(json)?;
        Ok(())
    })
}

/// Adds actions of the user, as lines of a script for `pinnacle run --script`. They are carried out
/// in the next `pinnacle_page_run`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_page_act(
    page: *mut pinnacle_page_t,
    script: *const c_char,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles and texts.
        let (page, script) = unsafe {
            (
                pointer::borrow_mut(page, "page")?,
                pointer::text(script, "script")?,
            )
        };
        page.page.act(script)?;
        Ok(())
    })
}

/// Runs the program until it has nothing left to do, for at most `milliseconds` of its own time; 0
/// for 10 seconds. That time is virtual: it skips the waits of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_page_run(
    page: *mut pinnacle_page_t,
    milliseconds: u32,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles.
        let page = unsafe { pointer::borrow_mut(page, "page")? };
        match milliseconds {
            0 => page.page.run()?,
            some => page.page.run_for(Duration::from_millis(some.into()))?,
        };
        Ok(())
    })
}

/// Removes the oldest message that the program has posted and stores it in `json`. Without a
/// message `data` is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_page_message(
    page: *mut pinnacle_page_t,
    json: *mut pinnacle_bytes_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles and results.
        let page = unsafe {
            pointer::put(json, pinnacle_bytes_t::none(), "json")?;
            pointer::borrow_mut(page, "page")?
        };
        page.messages.extend(page.page.messages());
        match page.messages.pop_front() {
            // SAFETY: the caller keeps the rules of results.
            Some(message) => unsafe { put_bytes(json, message.into_bytes(), "json") },
            None => Ok(()),
        }
    })
}

/// Stores the current picture of the element as a PNG file in `png`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_page_picture(
    page: *const pinnacle_page_t,
    png: *mut pinnacle_bytes_t,
) -> *mut pinnacle_error_t {
    guard(|| {
        // SAFETY: the caller keeps the rules of handles.
        let page = unsafe { pointer::borrow(page, "page")? };
        let picture = page.page.picture()?;
        // SAFETY: the caller keeps the rules of results.
        unsafe { put_bytes(png, picture, "png") }
    })
}

/// Ends the program, as the browser does when its page is closed, and frees the page; null is
/// allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pinnacle_page_free(page: *mut pinnacle_page_t) {
    guard_quietly(|| {
        // SAFETY: the caller keeps the rules of handles.
        unsafe { pointer::free(page) }
    });
}
