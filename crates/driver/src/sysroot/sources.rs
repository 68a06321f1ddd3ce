//! Our own sources of the sysroot, from the folder `sysroot/` of this package,
//! so that a program alone can build a sysroot wherever it is installed.

macro_rules! files {
    ($($path:literal,)*) => {
        &[$(($path, include_bytes!(concat!("../../sysroot/", $path)).as_slice())),*]
    };
}

/// Each file: its path in that folder, and what is in it. Sorted by path.
pub const FILES: &[(&str, &[u8])] = files![
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
