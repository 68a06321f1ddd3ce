/* POSIX's functions as the library's or the host's, and the host's by names of their own. */
#include <nacl_io/kernel_wrap.h>
#include <nacl_io/kernel_wrap_real.h>

#include <errno.h>

#include <nacl_io/kernel_intercept.h>

#include "nacl_io_cpp/current.h"

extern "C" {
#include "libc/file_status.h"
#include "nacl_io/files.h"
#include "nacl_io/kernel.h"
}

void kernel_wrap_init() {
    __nacl_io_take_calls();
    nacl_io::intercept_for_proxy();
}

void kernel_wrap_uninit() {
    __nacl_io_give_calls();
}

/* A table of the host; one of null functions if it has none. */
template <typename Table> static Table of_host(const char *name) {
    auto query = __nacl_io_host ? __nacl_io_host : __irt_query;
    Table table = {};
    if (query(name, &table, sizeof(table)) != sizeof(table))
        table = {};
    return table;
}

/* The same functions under two names, of which a host may have only one. */
static struct nacl_irt_fdio files() {
    auto found = of_host<struct nacl_irt_fdio>(NACL_IRT_FDIO_v0_1);
    return found.close ? found : of_host<struct nacl_irt_fdio>(NACL_IRT_DEV_FDIO_v0_1);
}

static struct nacl_irt_dev_filename names() {
    return of_host<struct nacl_irt_dev_filename>(NACL_IRT_DEV_FILENAME_v0_3);
}

static struct nacl_irt_memory memory() {
    return of_host<struct nacl_irt_memory>(NACL_IRT_MEMORY_v0_3);
}

int _real_close(int fd) {
    auto call = files().close;
    return call ? call(fd) : ENOSYS;
}

void _real_exit(int status) {
    auto call = of_host<struct nacl_irt_basic>(NACL_IRT_BASIC_v0_1).exit;
    if (call)
        call(status);
    __builtin_trap();
}

int _real_fstat(int fd, struct stat *status) {
    struct nacl_irt_stat found;
    auto call = files().fstat;
    int error = call ? call(fd, &found) : ENOSYS;
    if (!error)
        __file_status(status, &found);
    return error;
}

int _real_getdents(int fd, void *entries, size_t size, size_t *count) {
    auto call = files().getdents;
    return call ? call(fd, entries, size, count) : ENOSYS;
}

int _real_isatty(int fd, int *result) {
    auto call = of_host<struct nacl_irt_dev_fdio>(NACL_IRT_DEV_FDIO_v0_3).isatty;
    return call ? call(fd, result) : ENOSYS;
}

int _real_lseek(int fd, int64_t offset, int whence, int64_t *position) {
    auto call = files().seek;
    return call ? call(fd, offset, whence, position) : ENOSYS;
}

int _real_mkdir(const char *path, mode_t mode) {
    auto call = names().mkdir;
    return call ? call(path, mode) : ENOSYS;
}

int _real_mmap(void **address, size_t length, int protection, int flags, int fd, int64_t offset) {
    auto call = memory().mmap;
    return call ? call(address, length, protection, flags, fd, offset) : ENOSYS;
}

int _real_munmap(void *address, size_t length) {
    auto call = memory().munmap;
    return call ? call(address, length) : ENOSYS;
}

int _real_open(const char *path, int flags, mode_t mode, int *fd) {
    auto call = names().filename.open;
    return call ? call(path, flags, mode, fd) : ENOSYS;
}

int _real_open_resource(const char *, int *) {
    return ENOSYS;
}

int _real_read(int fd, void *bytes, size_t size, size_t *count) {
    auto call = files().read;
    return call ? call(fd, bytes, size, count) : ENOSYS;
}

int _real_rmdir(const char *path) {
    auto call = names().rmdir;
    return call ? call(path) : ENOSYS;
}

int _real_write(int fd, const void *bytes, size_t size, size_t *count) {
    auto call = files().write;
    return call ? call(fd, bytes, size, count) : ENOSYS;
}

int _real_getcwd(char *path, size_t size) {
    auto call = names().getcwd;
    return call ? call(path, size) : ENOSYS;
}
