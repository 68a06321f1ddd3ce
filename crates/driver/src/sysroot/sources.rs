//! Our own sources of the sysroot, from the folder `sysroot/` of this package,
//! so that a program alone can build a sysroot wherever it is installed.

macro_rules! files {
    ($($path:literal,)*) => {
        &[$(($path, include_bytes!(concat!("../../sysroot/", $path)).as_slice())),*]
    };
}

/// Each file: its path in that folder, and what is in it. Sorted by path.
pub const FILES: &[(&str, &[u8])] = files![
    "include/GLES2/gl2.h",
    "include/GLES2/gl2ext.h",
    "include/GLES2/gl2platform.h",
    "include/KHR/khrplatform.h",
    "include/_newlib_version.h",
    "include/c++/v1/exception",
    "include/c++/v1/initializer_list",
    "include/c++/v1/new",
    "include/c++/v1/typeinfo",
    "include/irt.h",
    "include/machine/_threads.h",
    "include/machine/_types.h",
    "include/machine/ieeefp.h",
    "include/machine/param.h",
    "include/machine/setjmp.h",
    "include/machine/time.h",
    "include/newlib.h",
    "include/ppapi/c/dev/pp_cursor_type_dev.h",
    "include/ppapi/c/dev/ppb_console_dev.h",
    "include/ppapi/c/dev/ppb_crypto_dev.h",
    "include/ppapi/c/dev/ppb_cursor_control_dev.h",
    "include/ppapi/c/dev/ppb_ime_input_event_dev.h",
    "include/ppapi/c/dev/ppb_memory_dev.h",
    "include/ppapi/c/dev/ppb_opengles2ext_dev.h",
    "include/ppapi/c/dev/ppb_text_input_dev.h",
    "include/ppapi/c/dev/ppb_trace_event_dev.h",
    "include/ppapi/c/dev/ppb_url_util_dev.h",
    "include/ppapi/c/dev/ppb_view_dev.h",
    "include/ppapi/c/dev/ppp_text_input_dev.h",
    "include/ppapi/c/pp_array_output.h",
    "include/ppapi/c/pp_bool.h",
    "include/ppapi/c/pp_codecs.h",
    "include/ppapi/c/pp_completion_callback.h",
    "include/ppapi/c/pp_directory_entry.h",
    "include/ppapi/c/pp_errors.h",
    "include/ppapi/c/pp_file_info.h",
    "include/ppapi/c/pp_gl_types.h",
    "include/ppapi/c/pp_graphics_3d.h",
    "include/ppapi/c/pp_instance.h",
    "include/ppapi/c/pp_macros.h",
    "include/ppapi/c/pp_module.h",
    "include/ppapi/c/pp_point.h",
    "include/ppapi/c/pp_rect.h",
    "include/ppapi/c/pp_resource.h",
    "include/ppapi/c/pp_size.h",
    "include/ppapi/c/pp_stdint.h",
    "include/ppapi/c/pp_time.h",
    "include/ppapi/c/pp_touch_point.h",
    "include/ppapi/c/pp_var.h",
    "include/ppapi/c/ppb.h",
    "include/ppapi/c/ppb_audio.h",
    "include/ppapi/c/ppb_audio_buffer.h",
    "include/ppapi/c/ppb_audio_config.h",
    "include/ppapi/c/ppb_audio_encoder.h",
    "include/ppapi/c/ppb_console.h",
    "include/ppapi/c/ppb_core.h",
    "include/ppapi/c/ppb_file_io.h",
    "include/ppapi/c/ppb_file_ref.h",
    "include/ppapi/c/ppb_file_system.h",
    "include/ppapi/c/ppb_fullscreen.h",
    "include/ppapi/c/ppb_gamepad.h",
    "include/ppapi/c/ppb_graphics_2d.h",
    "include/ppapi/c/ppb_graphics_3d.h",
    "include/ppapi/c/ppb_host_resolver.h",
    "include/ppapi/c/ppb_image_data.h",
    "include/ppapi/c/ppb_input_event.h",
    "include/ppapi/c/ppb_instance.h",
    "include/ppapi/c/ppb_media_stream_audio_track.h",
    "include/ppapi/c/ppb_media_stream_video_track.h",
    "include/ppapi/c/ppb_message_loop.h",
    "include/ppapi/c/ppb_messaging.h",
    "include/ppapi/c/ppb_mouse_cursor.h",
    "include/ppapi/c/ppb_mouse_lock.h",
    "include/ppapi/c/ppb_net_address.h",
    "include/ppapi/c/ppb_network_list.h",
    "include/ppapi/c/ppb_network_monitor.h",
    "include/ppapi/c/ppb_network_proxy.h",
    "include/ppapi/c/ppb_opengles2.h",
    "include/ppapi/c/ppb_tcp_socket.h",
    "include/ppapi/c/ppb_text_input_controller.h",
    "include/ppapi/c/ppb_udp_socket.h",
    "include/ppapi/c/ppb_url_loader.h",
    "include/ppapi/c/ppb_url_request_info.h",
    "include/ppapi/c/ppb_url_response_info.h",
    "include/ppapi/c/ppb_var.h",
    "include/ppapi/c/ppb_var_array.h",
    "include/ppapi/c/ppb_var_array_buffer.h",
    "include/ppapi/c/ppb_var_dictionary.h",
    "include/ppapi/c/ppb_video_decoder.h",
    "include/ppapi/c/ppb_video_encoder.h",
    "include/ppapi/c/ppb_video_frame.h",
    "include/ppapi/c/ppb_view.h",
    "include/ppapi/c/ppb_websocket.h",
    "include/ppapi/c/ppp.h",
    "include/ppapi/c/ppp_graphics_3d.h",
    "include/ppapi/c/ppp_input_event.h",
    "include/ppapi/c/ppp_instance.h",
    "include/ppapi/c/ppp_message_handler.h",
    "include/ppapi/c/ppp_messaging.h",
    "include/ppapi/c/ppp_mouse_lock.h",
    "include/ppapi/c/private/ppb_host_resolver_private.h",
    "include/ppapi/c/private/ppb_net_address_private.h",
    "include/ppapi/c/private/ppb_tcp_server_socket_private.h",
    "include/ppapi/c/private/ppb_tcp_socket_private.h",
    "include/ppapi/c/private/ppb_testing_private.h",
    "include/ppapi/c/private/ppb_udp_socket_private.h",
    "include/ppapi/gles2/gl2ext_ppapi.h",
    "include/ppapi/lib/gl/gles2/gl2ext_ppapi.h",
    "include/pthread.h",
    "include/semaphore.h",
    "include/sys/_default_fcntl.h",
    "include/sys/_pthreadtypes.h",
    "include/sys/dirent.h",
    "include/sys/errno.h",
    "include/sys/fenv.h",
    "include/sys/ioctl.h",
    "include/sys/lock.h",
    "include/sys/mman.h",
    "include/sys/resource.h",
    "include/sys/stat.h",
    "include/sys/uio.h",
    "include/sys/utime.h",
    "include/sys/utsname.h",
    "src/cxx/cxx.h",
    "src/cxx/exceptions.c",
    "src/cxx/guards.c",
    "src/cxx/memory.c",
    "src/cxx/standard.c",
    "src/cxx/types.c",
    "src/internal.h",
    "src/libc/absent.c",
    "src/libc/atomic.c",
    "src/libc/copy.c",
    "src/libc/descriptors.c",
    "src/libc/directories.c",
    "src/libc/file_status.h",
    "src/libc/heap.c",
    "src/libc/heap.h",
    "src/libc/initialisers.c",
    "src/libc/irt.c",
    "src/libc/lock.c",
    "src/libc/malloc.c",
    "src/libc/memory.c",
    "src/libc/paths.c",
    "src/libc/process.c",
    "src/libc/random_bytes.c",
    "src/libc/reent.c",
    "src/libc/signals.c",
    "src/libc/stream_lock.c",
    "src/libc/thread_block.c",
    "src/libc/thread_end.c",
    "src/libc/thread_exit.c",
    "src/libc/time.c",
    "src/math/complex_arithmetic.c",
    "src/math/powers.c",
    "src/math/roots.c",
    "src/ppapi/main.c",
    "src/ppapi/start.c",
    "src/ppapi_gles2/context.c",
    "src/ppapi_gles2/context.h",
    "src/ppapi_gles2/functions.c",
    "src/start/crt1.c",
    "src/thread/attributes.c",
    "src/thread/barrier.c",
    "src/thread/condition.c",
    "src/thread/mutex.c",
    "src/thread/once.c",
    "src/thread/rwlock.c",
    "src/thread/semaphore.c",
    "src/thread/specific.c",
    "src/thread/spin.c",
    "src/thread/thread.c",
    "src/thread/threads.c",
];

/// A line that is different whenever these sources are.
#[must_use]
pub fn stamp() -> String {
    let mut hash = Fnv::new();
    for (path, bytes) in FILES {
        hash.add(&path.len().to_le_bytes());
        hash.add(path.as_bytes());
        hash.add(&bytes.len().to_le_bytes());
        hash.add(bytes);
    }
    // What is made of them depends on how they are compiled as well.
    hash.add(include_bytes!("newlib.rs"));
    hash.add(include_bytes!("compile.rs"));
    hash.add(include_bytes!("mod.rs"));
    format!("sources {:016x}", hash.0)
}

/// The hash function of Fowler, Noll and Vo with 64 bits: enough to notice a
/// change that nobody makes on purpose to be unnoticed.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
