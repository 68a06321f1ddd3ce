/* File systems, of which nothing is known but what holds for all: sizes and counts have all bits
   set, which is how one that is not known is written. */
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

#include "internal.h"

enum { BLOCK = 4096, LONGEST_NAME = 255 };

static int fill(int error, struct statvfs *status) {
    if (error)
        return error;
    memset(status, 0xff, sizeof(*status));
    status->f_bsize = BLOCK;
    status->f_frsize = BLOCK;
    status->f_fsid = 0;
    status->f_flag = 0;
    status->f_namemax = LONGEST_NAME;
    return 0;
}

int statvfs(const char *restrict path, struct statvfs *restrict status) {
    struct stat about;
    return fill(stat(path, &about), status);
}

int fstatvfs(int fd, struct statvfs *status) {
    struct stat about;
    return fill(fstat(fd, &about), status);
}

static int fill_old(int error, struct statfs *status) {
    if (error)
        return error;
    memset(status, 0xff, sizeof(*status));
    status->f_type = 0;
    status->f_bsize = BLOCK;
    status->f_namelen = LONGEST_NAME;
    return 0;
}

int statfs(const char *path, struct statfs *status) {
    struct stat about;
    return fill_old(stat(path, &about), status);
}

int fstatfs(int fd, struct statfs *status) {
    struct stat about;
    return fill_old(fstat(fd, &about), status);
}
