#ifndef _SYS_STATFS_H
#define _SYS_STATFS_H

#include <sys/cdefs.h>
#include <sys/types.h>

struct statfs {
    long f_type;
    long f_bsize;
    fsblkcnt_t f_blocks;
    fsblkcnt_t f_bfree;
    fsblkcnt_t f_bavail;
    fsfilcnt_t f_files;
    fsfilcnt_t f_ffree;
    long f_namelen;
};

__BEGIN_DECLS
int statfs(const char *__path, struct statfs *__status);
int fstatfs(int __fd, struct statfs *__status);
__END_DECLS

#endif
