//! Declares the FFmpeg functions that are used, and loads their libraries.

// FFmpeg's names.
#![allow(non_snake_case)]

use super::Unavailable;
use libloading::Library;
use std::ffi::{c_char, c_int, c_void};
use std::fmt;

/// The first fields of `AVPacket`, which are the same in all releases.
#[repr(C)]
pub(super) struct Packet {
    pub(super) buffer: *mut c_void,
    /// The presentation time, which is used for the number of the unit.
    pub(super) time: i64,
    pub(super) decoding_time: i64,
    pub(super) data: *mut u8,
    pub(super) size: c_int,
}

/// The first fields of `AVFrame`, which are the same in all releases.
#[repr(C)]
pub(super) struct Frame {
    pub(super) data: [*mut u8; 8],
    pub(super) line_sizes: [c_int; 8],
    pub(super) extended_data: *mut *mut u8,
    pub(super) width: c_int,
    pub(super) height: c_int,
    pub(super) sample_count: c_int,
    /// `AVPixelFormat`.
    pub(super) format: c_int,
    /// `key_frame` and `pict_type`. Since release 8, only `pict_type`.
    pub(super) kind: [c_int; 2],
    pub(super) sample_aspect_ratio: [c_int; 2],
    /// The presentation time of the packet, which is the number of the unit.
    pub(super) time: i64,
}

/// The versions of `libavcodec`, `libavutil` and `libswscale` in releases 8 to 4.
const RELEASES: [[u32; 3]; 5] = [
    [62, 60, 9],
    [61, 59, 8],
    [60, 58, 7],
    [59, 57, 6],
    [58, 56, 5],
];

/// Returns the file name of a library.
fn file(name: &str, version: u32) -> String {
    if cfg!(windows) {
        format!("{name}-{version}.dll")
    } else if cfg!(target_os = "macos") {
        format!("lib{name}.{version}.dylib")
    } else {
        format!("lib{name}.so.{version}")
    }
}

/// Declares the functions of each library.
macro_rules! functions {
    ($($library:ident { $(fn $name:ident($($kind:ty),*) $(-> $result:ty)?;)* })*) => {
        /// The functions of the libraries.
        pub(super) struct Functions {
            $($(pub(super) $name: unsafe extern "C" fn($($kind),*) $(-> $result)?,)*)*
            /// Keeps the libraries loaded while the functions can be called.
            _libraries: [Library; 3],
        }

        impl Functions {
            fn of([avcodec, avutil, swscale]: [Library; 3]) -> Result<Functions, libloading::Error> {
                let libraries = Named { avcodec: &avcodec, avutil: &avutil, swscale: &swscale };
                $($(
                    // SAFETY: FFmpeg declares the function with this type, and the library stays
                    // loaded as long as the function can be called.
                    let $name = *unsafe {
                        libraries.$library.get(concat!(stringify!($name), "\0").as_bytes())
                    }?;
                )*)*
                Ok(Functions { $($($name,)*)* _libraries: [avcodec, avutil, swscale] })
            }
        }
    };
}

/// The loaded libraries.
struct Named<'a> {
    avcodec: &'a Library,
    avutil: &'a Library,
    swscale: &'a Library,
}

functions! {
    avcodec {
        fn avcodec_find_decoder_by_name(*const c_char) -> *const c_void;
        fn avcodec_alloc_context3(*const c_void) -> *mut c_void;
        fn avcodec_free_context(*mut *mut c_void);
        fn avcodec_open2(*mut c_void, *const c_void, *mut *mut c_void) -> c_int;
        fn avcodec_send_packet(*mut c_void, *const Packet) -> c_int;
        fn avcodec_receive_frame(*mut c_void, *mut Frame) -> c_int;
        fn avcodec_flush_buffers(*mut c_void);
        fn av_packet_alloc() -> *mut Packet;
        fn av_packet_free(*mut *mut Packet);
        fn av_new_packet(*mut Packet, c_int) -> c_int;
        fn av_packet_unref(*mut Packet);
    }
    avutil {
        fn av_dict_set(*mut *mut c_void, *const c_char, *const c_char, c_int) -> c_int;
        fn av_dict_free(*mut *mut c_void);
        fn av_frame_alloc() -> *mut Frame;
        fn av_frame_free(*mut *mut Frame);
        fn av_frame_unref(*mut Frame);
        fn av_get_pix_fmt(*const c_char) -> c_int;
        fn av_log_set_level(c_int);
    }
    swscale {
        fn sws_getCachedContext(
            *mut c_void, c_int, c_int, c_int, c_int, c_int, c_int, c_int,
            *mut c_void, *mut c_void, *const f64
        ) -> *mut c_void;
        fn sws_freeContext(*mut c_void);
        fn sws_scale(
            *mut c_void, *const *const u8, *const c_int, c_int, c_int, *const *mut u8, *const c_int
        ) -> c_int;
    }
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Functions").finish_non_exhaustive()
    }
}

/// `AV_LOG_QUIET`: errors in a stream are only reported to the program.
const QUIET: c_int = -8;

impl Functions {
    /// Loads the libraries of the newest installed release.
    pub(super) fn load() -> Result<Functions, Unavailable> {
        for versions in RELEASES {
            let Some(libraries) = load_release(versions) else {
                continue;
            };
            let functions = Functions::of(libraries)
                .map_err(|error| Unavailable(format!("a library of FFmpeg is broken: {error}")))?;
            // SAFETY: the function only sets a number.
            unsafe { (functions.av_log_set_level)(QUIET) };
            return Ok(functions);
        }
        let [newest, .., oldest] = RELEASES.map(|[avcodec, ..]| file("avcodec", avcodec));
        Err(Unavailable(format!(
            "none of {newest} to {oldest} can be loaded, with its libavutil and libswscale"
        )))
    }
}

/// Loads the three libraries of a release. Returns `None` if one is missing.
fn load_release([avcodec, avutil, swscale]: [u32; 3]) -> Option<[Library; 3]> {
    // SAFETY: the libraries are the system's FFmpeg, whose initializers may run.
    let load = |name, version| unsafe { Library::new(file(name, version)) }.ok();
    Some([
        load("avcodec", avcodec)?,
        load("avutil", avutil)?,
        load("swscale", swscale)?,
    ])
}
