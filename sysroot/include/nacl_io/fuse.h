/* File systems that a program makes itself, by functions as FUSE has them. Each gives 0 or a count,
   or the number of an error with the other sign. A call whose function is null gives ENOSYS. Those
   under `not called` are there so that structures of other programs have their places. */
#ifndef _NACL_IO_FUSE_H
#define _NACL_IO_FUSE_H

#include "nacl_io/osinttypes.h"
#include "nacl_io/osstat.h"
#include "nacl_io/ostypes.h"
#include <sys/time.h>

struct flock;
struct fuse_bufvec;
struct fuse_pollhandle;

/* An open file. `flags` are those of open, `fh` is for the file system; nothing else is used. */
struct fuse_file_info {
    int flags;
    unsigned long fh_old;
    int writepage;
    unsigned int direct_io : 1;
    unsigned int keep_cache : 1;
    unsigned int flush : 1;
    unsigned int nonseekable : 1;
    unsigned int padding : 27;
    uint64_t fh;
    uint64_t lock_owner;
    uint32_t poll_events;
};

struct fuse_conn_info {
    char reserved;
};

/* Adds an entry to a folder that is read. The offset is that of the entry after it, or 0 where all
   entries are given at once. 1 without room. */
typedef int (*fuse_fill_dir_t)(void *__buffer, const char *__name, const struct stat *__status, off_t __offset);

struct fuse_operations {
    unsigned int flag_nopath : 1;
    unsigned int flag_reserved : 31;

    /* stat, and the kind of what is opened. */
    int (*getattr)(const char *__path, struct stat *__status);
    int (*readlink)(const char *, char *, size_t); /* not called */
    /* open with O_CREAT without `create`. */
    int (*mknod)(const char *__path, mode_t __mode, dev_t __device);
    int (*mkdir)(const char *__path, mode_t __mode);
    int (*unlink)(const char *__path);
    int (*rmdir)(const char *__path);
    int (*symlink)(const char *, const char *); /* not called */
    int (*rename)(const char *__path, const char *__new_path);
    int (*link)(const char *, const char *); /* not called */
    int (*chmod)(const char *__path, mode_t __mode);
    int (*chown)(const char *, uid_t, gid_t); /* not called */
    /* truncate, and open with O_TRUNC. */
    int (*truncate)(const char *__path, off_t __length);
    int (*open)(const char *__path, struct fuse_file_info *__file);
    int (*read)(const char *__path, char *__buffer, size_t __size, off_t __offset, struct fuse_file_info *__file);
    int (*write)(
        const char *__path, const char *__buffer, size_t __size, off_t __offset, struct fuse_file_info *__file);
    int (*statfs)(const char *, struct statvfs *); /* not called */
    int (*flush)(const char *, struct fuse_file_info *); /* not called */
    /* The last descriptor of a file was closed. */
    int (*release)(const char *__path, struct fuse_file_info *__file);
    int (*fsync)(const char *__path, int __only_data, struct fuse_file_info *__file);
    int (*setxattr)(const char *, const char *, const char *, size_t, int); /* not called */
    int (*getxattr)(const char *, const char *, char *, size_t); /* not called */
    int (*listxattr)(const char *, char *, size_t); /* not called */
    int (*removexattr)(const char *, const char *); /* not called */
    int (*opendir)(const char *__path, struct fuse_file_info *__file);
    /* Calls `fill` for each entry from the offset on, "." and ".." among them. */
    int (*readdir)(
        const char *__path, void *__buffer, fuse_fill_dir_t __fill, off_t __offset, struct fuse_file_info *__file);
    int (*releasedir)(const char *__path, struct fuse_file_info *__file);
    int (*fsyncdir)(const char *, int, struct fuse_file_info *); /* not called */
    /* mount, and umount with what init gave. */
    void *(*init)(struct fuse_conn_info *__connection);
    void (*destroy)(void *__data);
    int (*access)(const char *__path, int __mode);
    int (*create)(const char *__path, mode_t __mode, struct fuse_file_info *__file);
    int (*ftruncate)(const char *__path, off_t __length, struct fuse_file_info *__file);
    /* fstat; `getattr` without it. */
    int (*fgetattr)(const char *__path, struct stat *__status, struct fuse_file_info *__file);
    int (*lock)(const char *, struct fuse_file_info *, int, struct flock *); /* not called */
    int (*utimens)(const char *__path, const struct timespec __times[2]);
    int (*bmap)(const char *, size_t, uint64_t *); /* not called */
    int (*ioctl)(const char *, int, void *, struct fuse_file_info *, unsigned int, void *); /* not called */
    int (*poll)(const char *, struct fuse_file_info *, struct fuse_pollhandle *, unsigned *); /* not called */
    int (*write_buf)(const char *, struct fuse_bufvec *, off_t, struct fuse_file_info *); /* not called */
    int (*read_buf)(const char *, struct fuse_bufvec **, size_t, off_t, struct fuse_file_info *); /* not called */
    int (*flock)(const char *, struct fuse_file_info *, int); /* not called */
    int (*fallocate)(const char *, int, off_t, off_t, struct fuse_file_info *); /* not called */
};

#endif
