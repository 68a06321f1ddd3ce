/* The IRT: tables of functions that are the operating system of a program,
   found by name. Each function returns 0 or the number of an error and gives
   its result through a pointer. */
#ifndef _IRT_H
#define _IRT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/cdefs.h>
#include <time.h>

struct timeval;

typedef int64_t nacl_irt_off_t;
typedef int32_t nacl_irt_clock_t;

/* Files as the IRT describes them. */
struct nacl_irt_stat {
    int64_t st_dev;
    uint64_t st_ino;
    uint32_t st_mode;
    uint32_t st_nlink;
    uint32_t st_uid;
    uint32_t st_gid;
    int64_t st_rdev;
    int64_t st_size;
    int32_t st_blksize;
    int32_t st_blocks;
    int64_t st_atime_seconds;
    int64_t st_atime_nanoseconds;
    int64_t st_mtime_seconds;
    int64_t st_mtime_nanoseconds;
    int64_t st_ctime_seconds;
    int64_t st_ctime_nanoseconds;
};

#define NACL_IRT_BASIC_v0_1 "nacl-irt-basic-0.1"
struct nacl_irt_basic {
    void (*exit)(int status);
    int (*gettod)(struct timeval *now);
    int (*clock)(nacl_irt_clock_t *ticks);
    int (*nanosleep)(const struct timespec *requested, struct timespec *remaining);
    int (*sched_yield)(void);
    int (*sysconf)(int name, int *value);
};

#define NACL_IRT_FDIO_v0_1 "nacl-irt-fdio-0.1"
#define NACL_IRT_DEV_FDIO_v0_1 "nacl-irt-dev-fdio-0.1"
struct nacl_irt_fdio {
    int (*close)(int fd);
    int (*dup)(int fd, int *new_fd);
    int (*dup2)(int fd, int new_fd);
    int (*read)(int fd, void *buffer, size_t size, size_t *count);
    int (*write)(int fd, const void *buffer, size_t size, size_t *count);
    int (*seek)(int fd, nacl_irt_off_t offset, int whence, nacl_irt_off_t *position);
    int (*fstat)(int fd, struct nacl_irt_stat *status);
    int (*getdents)(int fd, void *buffer, size_t size, size_t *count);
};

#define NACL_IRT_DEV_FDIO_v0_3 "nacl-irt-dev-fdio-0.3"
struct nacl_irt_dev_fdio {
    struct nacl_irt_fdio fdio;
    int (*fchdir)(int fd);
    int (*fchmod)(int fd, uint32_t mode);
    int (*fsync)(int fd);
    int (*fdatasync)(int fd);
    int (*ftruncate)(int fd, nacl_irt_off_t length);
    int (*isatty)(int fd, int *result);
};

#define NACL_IRT_FILENAME_v0_1 "nacl-irt-filename-0.1"
struct nacl_irt_filename {
    int (*open)(const char *path, int flags, uint32_t mode, int *fd);
    int (*stat)(const char *path, struct nacl_irt_stat *status);
};

#define NACL_IRT_DEV_FILENAME_v0_3 "nacl-irt-dev-filename-0.3"
struct nacl_irt_dev_filename {
    struct nacl_irt_filename filename;
    int (*mkdir)(const char *path, uint32_t mode);
    int (*rmdir)(const char *path);
    int (*chdir)(const char *path);
    int (*getcwd)(char *path, size_t size);
    int (*unlink)(const char *path);
    int (*truncate)(const char *path, nacl_irt_off_t length);
    int (*lstat)(const char *path, struct nacl_irt_stat *status);
    int (*link)(const char *old_path, const char *new_path);
    int (*rename)(const char *old_path, const char *new_path);
    int (*symlink)(const char *target, const char *path);
    int (*chmod)(const char *path, uint32_t mode);
    int (*access)(const char *path, int mode);
    int (*readlink)(const char *path, char *buffer, size_t size, size_t *count);
    int (*utimes)(const char *path, const struct timeval *times);
};

#define NACL_IRT_MEMORY_v0_3 "nacl-irt-memory-0.3"
struct nacl_irt_memory {
    int (*mmap)(void **address, size_t length, int protection, int flags, int fd, nacl_irt_off_t offset);
    int (*munmap)(void *address, size_t length);
    int (*mprotect)(void *address, size_t length, int protection);
};

#define NACL_IRT_THREAD_v0_1 "nacl-irt-thread-0.1"
struct nacl_irt_thread {
    int (*thread_create)(void (*start)(void), void *stack, void *thread_pointer);
    void (*thread_exit)(int32_t *stack_flag);
    int (*thread_nice)(int nice);
};

#define NACL_IRT_FUTEX_v0_1 "nacl-irt-futex-0.1"
struct nacl_irt_futex {
    int (*futex_wait_abs)(volatile int *address, int value, const struct timespec *deadline);
    int (*futex_wake)(volatile int *address, int most, int *count);
};

#define NACL_IRT_TLS_v0_1 "nacl-irt-tls-0.1"
struct nacl_irt_tls {
    int (*tls_init)(void *thread_pointer);
    void *(*tls_get)(void);
};

#define NACL_IRT_RANDOM_v0_1 "nacl-irt-random-0.1"
struct nacl_irt_random {
    int (*get_random_bytes)(void *buffer, size_t size, size_t *count);
};

#define NACL_IRT_CLOCK_v0_1 "nacl-irt-clock_get-0.1"
struct nacl_irt_clock {
    int (*clock_getres)(int clock, struct timespec *resolution);
    int (*clock_gettime)(int clock, struct timespec *now);
};

#define NACL_IRT_DEV_GETPID_v0_1 "nacl-irt-dev-getpid-0.1"
struct nacl_irt_dev_getpid {
    int (*getpid)(int *pid);
};

#define NACL_IRT_EXCEPTION_HANDLING_v0_1 "nacl-irt-exception-handling-0.1"
struct NaClExceptionContext;
struct nacl_irt_exception_handling {
    int (*exception_handler)(
        void (*handler)(struct NaClExceptionContext *), void (**old)(struct NaClExceptionContext *));
    int (*exception_stack)(void *stack, size_t size);
    int (*exception_clear_flag)(void);
};

/* What a browser calls of a program: first the functions with which it begins and
   ends, and one that gives its other functions by name. They get and give what
   ppapi/c/ppp.h says. */
struct nacl_irt_ppapi_program {
    int32_t (*initialize)(int32_t module, const void *(*get_browser_interface)(const char *name));
    void (*shut_down)(void);
    const void *(*get_interface)(const char *name);
};

/* How a program makes threads and waits for their end: each function gives 0 or the
   number of an error. */
struct nacl_irt_ppapi_threads {
    int (*create)(uintptr_t *thread, void (*start)(void *argument), void *argument);
    int (*join)(uintptr_t thread);
};

#define NACL_IRT_PPAPIHOOK_v0_1 "nacl-irt-ppapihook-0.1"
struct nacl_irt_ppapihook {
    int (*ppapi_start)(const struct nacl_irt_ppapi_program *program);
    void (*ppapi_register_thread_creator)(const struct nacl_irt_ppapi_threads *threads);
};

__BEGIN_DECLS

/* libppapi: registers pthread_create and pthread_join as the program's way to make threads. */
void __nacl_register_thread_creator(const struct nacl_irt_ppapihook *hook);

/* Fills `table` with the functions of the interface and returns its size, or
   returns 0 if there is no such interface or `size` is too small for it. */
size_t nacl_interface_query(const char *name, void *table, size_t size);

__END_DECLS

#endif
