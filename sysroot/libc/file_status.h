#ifndef FILE_STATUS_H
#define FILE_STATUS_H

#include <irt.h>
#include <sys/stat.h>

/* What the IRT says about a file, in newlib's terms. */
static inline void __file_status(struct stat *status, const struct nacl_irt_stat *found) {
    *status = (struct stat) {
        .st_dev = found->st_dev,
        .st_ino = found->st_ino,
        /* Kinds that only the IRT has need a bit more than there is room for. */
        .st_mode = found->st_mode & (S_IFMT | 07777),
        .st_nlink = (nlink_t) found->st_nlink,
        .st_uid = found->st_uid,
        .st_gid = found->st_gid,
        .st_rdev = found->st_rdev,
        .st_size = found->st_size,
        .st_atim = {found->st_atime_seconds, (long) found->st_atime_nanoseconds},
        .st_mtim = {found->st_mtime_seconds, (long) found->st_mtime_nanoseconds},
        .st_ctim = {found->st_ctime_seconds, (long) found->st_ctime_nanoseconds},
        .st_blksize = found->st_blksize,
        .st_blocks = found->st_blocks,
    };
}

#endif
