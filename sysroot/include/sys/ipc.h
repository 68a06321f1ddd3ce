/* What processes share by System V's means. There is one process, so all of it fails. */
#ifndef _SYS_IPC_H
#define _SYS_IPC_H

#include <sys/cdefs.h>
#include <sys/types.h>

#define IPC_CREAT 01000
#define IPC_EXCL 02000
#define IPC_NOWAIT 04000
#define IPC_RMID 0
#define IPC_SET 1
#define IPC_STAT 2
#define IPC_PRIVATE ((key_t) 0)

struct ipc_perm {
    key_t __key;
    uid_t uid;
    gid_t gid;
    uid_t cuid;
    gid_t cgid;
    mode_t mode;
    unsigned short __seq;
};

__BEGIN_DECLS
key_t ftok(const char *__path, int __project);
__END_DECLS

#endif
