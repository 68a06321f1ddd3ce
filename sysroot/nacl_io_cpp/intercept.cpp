/* The functions of the IRT as calls of the current proxy. Within a method of KernelProxy they are
   those of the library. */
#include "nacl_io_cpp/intercept.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include <nacl_io/kernel_intercept.h>

#include "nacl_io_cpp/inside.h"

extern "C" {
#include "libc/layer.h"
}

namespace nacl_io {

__thread int Inside::depth_;

namespace {

/* What the library has. */
size_t (*query)(const char *name, void *table, size_t size);
struct nacl_irt_dev_fdio files;
struct nacl_irt_dev_filename names;
struct nacl_irt_memory memory;
struct nacl_irt_basic basic;

/* The number of the error of a call that failed. */
int error_of(bool has_failed) {
    return !has_failed ? 0 : errno ? errno : EIO;
}

int error_of(int result) {
    return error_of(result < 0);
}

int give_count(ssize_t result, size_t *count) {
    *count = result < 0 ? 0 : static_cast<size_t>(result);
    return error_of(result < 0);
}

int give_descriptor(int result, int *fd) {
    *fd = result;
    return error_of(result);
}

/* The status as the IRT has it. */
int give_status(int result, const struct stat &found, struct nacl_irt_stat *status) {
    if (result < 0)
        return error_of(result);
    *status = {};
    status->st_dev = found.st_dev;
    status->st_ino = found.st_ino;
    status->st_mode = found.st_mode;
    status->st_nlink = found.st_nlink;
    status->st_uid = found.st_uid;
    status->st_gid = found.st_gid;
    status->st_rdev = found.st_rdev;
    status->st_size = found.st_size;
    status->st_blksize = (int32_t) found.st_blksize;
    status->st_blocks = (int32_t) found.st_blocks;
    status->st_atime_seconds = found.st_atim.tv_sec;
    status->st_atime_nanoseconds = found.st_atim.tv_nsec;
    status->st_mtime_seconds = found.st_mtim.tv_sec;
    status->st_mtime_nanoseconds = found.st_mtim.tv_nsec;
    status->st_ctime_seconds = found.st_ctim.tv_sec;
    status->st_ctime_nanoseconds = found.st_ctim.tv_nsec;
    return 0;
}

int close(int fd) {
    return Inside::is() ? files.fdio.close(fd) : error_of(ki_close(fd));
}

int dup(int fd, int *new_fd) {
    return Inside::is() ? files.fdio.dup(fd, new_fd) : give_descriptor(ki_dup(fd), new_fd);
}

int dup2(int fd, int new_fd) {
    return Inside::is() ? files.fdio.dup2(fd, new_fd) : error_of(ki_dup2(fd, new_fd));
}

int read(int fd, void *bytes, size_t size, size_t *count) {
    return Inside::is() ? files.fdio.read(fd, bytes, size, count) : give_count(ki_read(fd, bytes, size), count);
}

int write(int fd, const void *bytes, size_t size, size_t *count) {
    return Inside::is() ? files.fdio.write(fd, bytes, size, count) : give_count(ki_write(fd, bytes, size), count);
}

int seek(int fd, nacl_irt_off_t offset, int whence, nacl_irt_off_t *position) {
    if (Inside::is())
        return files.fdio.seek(fd, offset, whence, position);
    *position = ki_lseek(fd, offset, whence);
    return error_of(*position < 0);
}

int fstat(int fd, struct nacl_irt_stat *status) {
    if (Inside::is())
        return files.fdio.fstat(fd, status);
    struct stat found = {};
    int result = ki_fstat(fd, &found);
    return give_status(result, found, status);
}

int getdents(int fd, void *entries, size_t size, size_t *count) {
    if (Inside::is())
        return files.fdio.getdents(fd, entries, size, count);
    return give_count(ki_getdents(fd, static_cast<struct dirent *>(entries), size), count);
}

int fchdir(int fd) {
    return Inside::is() ? files.fchdir(fd) : error_of(ki_fchdir(fd));
}

int fchmod(int fd, uint32_t mode) {
    return Inside::is() ? files.fchmod(fd, mode) : error_of(ki_fchmod(fd, mode));
}

int fsync(int fd) {
    return Inside::is() ? files.fsync(fd) : error_of(ki_fsync(fd));
}

int fdatasync(int fd) {
    return Inside::is() ? files.fdatasync(fd) : error_of(ki_fdatasync(fd));
}

int ftruncate(int fd, nacl_irt_off_t length) {
    return Inside::is() ? files.ftruncate(fd, length) : error_of(ki_ftruncate(fd, length));
}

int isatty(int fd, int *result) {
    if (Inside::is())
        return files.isatty(fd, result);
    *result = ki_isatty(fd);
    return error_of(*result == 0);
}

int open(const char *path, int flags, uint32_t mode, int *fd) {
    return Inside::is() ? names.filename.open(path, flags, mode, fd)
                        : give_descriptor(ki_open(path, flags, mode), fd);
}

int stat(const char *path, struct nacl_irt_stat *status) {
    if (Inside::is())
        return names.filename.stat(path, status);
    struct stat found = {};
    int result = ki_stat(path, &found);
    return give_status(result, found, status);
}

int lstat(const char *path, struct nacl_irt_stat *status) {
    if (Inside::is())
        return names.lstat(path, status);
    struct stat found = {};
    int result = ki_lstat(path, &found);
    return give_status(result, found, status);
}

int mkdir(const char *path, uint32_t mode) {
    return Inside::is() ? names.mkdir(path, mode) : error_of(ki_mkdir(path, mode));
}

int rmdir(const char *path) {
    return Inside::is() ? names.rmdir(path) : error_of(ki_rmdir(path));
}

int chdir(const char *path) {
    return Inside::is() ? names.chdir(path) : error_of(ki_chdir(path));
}

int getcwd(char *path, size_t size) {
    return Inside::is() ? names.getcwd(path, size) : error_of(ki_getcwd(path, size) == nullptr);
}

int unlink(const char *path) {
    return Inside::is() ? names.unlink(path) : error_of(ki_unlink(path));
}

int truncate(const char *path, nacl_irt_off_t length) {
    return Inside::is() ? names.truncate(path, length) : error_of(ki_truncate(path, length));
}

int link(const char *path, const char *new_path) {
    return Inside::is() ? names.link(path, new_path) : error_of(ki_link(path, new_path));
}

int rename(const char *path, const char *new_path) {
    return Inside::is() ? names.rename(path, new_path) : error_of(ki_rename(path, new_path));
}

int symlink(const char *target, const char *path) {
    return Inside::is() ? names.symlink(target, path) : error_of(ki_symlink(target, path));
}

int chmod(const char *path, uint32_t mode) {
    return Inside::is() ? names.chmod(path, mode) : error_of(ki_chmod(path, mode));
}

int access(const char *path, int mode) {
    return Inside::is() ? names.access(path, mode) : error_of(ki_access(path, mode));
}

int readlink(const char *path, char *target, size_t size, size_t *count) {
    return Inside::is() ? names.readlink(path, target, size, count)
                        : give_count(ki_readlink(path, target, size), count);
}

int utimes(const char *path, const struct timeval *times) {
    return Inside::is() ? names.utimes(path, times) : error_of(ki_utimes(path, times));
}

/* Memory without a file is the program's, and munmap too: malloc uses both. */
int map(void **address, size_t length, int protection, int flags, int fd, nacl_irt_off_t offset) {
    if (Inside::is() || flags & MAP_ANONYMOUS)
        return memory.mmap(address, length, protection, flags, fd, offset);
    *address = ki_mmap(*address, length, protection, flags, fd, offset);
    return error_of(*address == MAP_FAILED);
}

void exit(int status) {
    if (Inside::is())
        basic.exit(status);
    ki_exit(status);
}

const struct nacl_irt_dev_fdio own_files = {
    {close, dup, dup2, read, write, seek, fstat, getdents}, fchdir, fchmod, fsync, fdatasync, ftruncate, isatty,
};

const struct nacl_irt_dev_filename own_names = {
    {open, stat}, mkdir, rmdir, chdir, getcwd, unlink, truncate, lstat, link, rename, symlink, chmod, access,
    readlink, utimes,
};

template <typename Table> size_t give(void *table, size_t room, const Table &own) {
    if (room < sizeof(own))
        return 0;
    memcpy(table, &own, sizeof(own));
    return sizeof(own);
}

size_t own_query(const char *name, void *table, size_t size) {
    if (strcmp(name, NACL_IRT_FDIO_v0_1) == 0 || strcmp(name, NACL_IRT_DEV_FDIO_v0_1) == 0)
        return give(table, size, own_files.fdio);
    if (strcmp(name, NACL_IRT_DEV_FDIO_v0_3) == 0)
        return give(table, size, own_files);
    if (strcmp(name, NACL_IRT_FILENAME_v0_1) == 0)
        return give(table, size, own_names.filename);
    if (strcmp(name, NACL_IRT_DEV_FILENAME_v0_3) == 0)
        return give(table, size, own_names);
    size_t found = query(name, table, size);
    if (found == sizeof(memory) && strcmp(name, NACL_IRT_MEMORY_v0_3) == 0)
        static_cast<struct nacl_irt_memory *>(table)->mmap = map;
    if (found == sizeof(basic) && strcmp(name, NACL_IRT_BASIC_v0_1) == 0)
        static_cast<struct nacl_irt_basic *>(table)->exit = exit;
    return found;
}

}

void intercept() {
    static struct file_layer layer;
    query = __irt_query;
    query(NACL_IRT_DEV_FDIO_v0_3, &files, sizeof(files));
    query(NACL_IRT_DEV_FILENAME_v0_3, &names, sizeof(names));
    query(NACL_IRT_MEMORY_v0_3, &memory, sizeof(memory));
    query(NACL_IRT_BASIC_v0_1, &basic, sizeof(basic));
    layer = *__file_layer;
    layer.class_calls = intercepted_calls;
    __file_layer = &layer;
    __irt_replace(own_query);
}

}
