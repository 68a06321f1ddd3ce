/* What Unix says about a process and its user: the little that is known, and that the
   rest cannot be changed. */
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

int getrlimit(int which, struct rlimit *limit) {
    if (which < 0 || which >= RLIM_NLIMITS)
        return result_of(EINVAL);
    rlim_t most = which == RLIMIT_NOFILE ? (rlim_t) sysconf(_SC_OPEN_MAX) : RLIM_INFINITY;
    *limit = (struct rlimit) {most, most};
    return 0;
}

/* A limit that is no narrower than the one there is holds already. */
int setrlimit(int which, const struct rlimit *limit) {
    struct rlimit present;
    if (getrlimit(which, &present) != 0)
        return -1;
    bool is_same = limit->rlim_cur == present.rlim_cur && limit->rlim_max == present.rlim_max;
    return is_same ? 0 : result_of(ENOSYS);
}

int getpriority(int kind, id_t who) {
    (void) kind;
    (void) who;
    return 0;
}

int setpriority(int kind, id_t who, int priority) {
    (void) kind;
    (void) who;
    return result_of(priority == 0 ? 0 : ENOSYS);
}

int nice(int increment) {
    return result_of(increment == 0 ? 0 : ENOSYS);
}

pid_t getpgrp(void) {
    return getpid();
}

pid_t getpgid(pid_t process) {
    return process == 0 || process == getpid() ? getpid() : result_of(ESRCH);
}

pid_t getsid(pid_t process) {
    return getpgid(process);
}

int setpgid(pid_t process, pid_t group) {
    (void) process;
    (void) group;
    return result_of(ENOSYS);
}

int setpgrp(void) {
    return setpgid(0, 0);
}

pid_t setsid(void) {
    return result_of(ENOSYS);
}

/* There is one user and one group, of number 0. */
#define STAYS(name, type)                          \
    int name(type id) {                            \
        return result_of(id == 0 ? 0 : EPERM);     \
    }

STAYS(setuid, uid_t)
STAYS(seteuid, uid_t)
STAYS(setgid, gid_t)
STAYS(setegid, gid_t)

int issetugid(void) {
    return 0;
}

int getgroups(int size, gid_t groups[]) {
    (void) size;
    (void) groups;
    return 0;
}

char *getlogin(void) {
    errno = ENOSYS;
    return NULL;
}

int getlogin_r(char *name, size_t size) {
    (void) name;
    (void) size;
    return ENOSYS;
}

char *getpass(const char *prompt) {
    (void) prompt;
    errno = ENXIO;
    return NULL;
}

int gethostname(char *name, size_t size) {
    static const char host[] = "localhost";
    if (size < sizeof(host))
        return result_of(ENAMETOOLONG);
    memcpy(name, host, sizeof(host));
    return 0;
}

int getdtablesize(void) {
    return (int) sysconf(_SC_OPEN_MAX);
}

void sync(void) {
}

/* Nothing but an alarm comes. */
int pause(void) {
    struct timespec day = {.tv_sec = 86400};
    while (nanosleep(&day, NULL) == 0)
        continue;
    return -1;
}

int chroot(const char *path) {
    (void) path;
    return result_of(ENOSYS);
}

int daemon(int keeps_folder, int keeps_streams) {
    (void) keeps_folder;
    (void) keeps_streams;
    return result_of(ENOSYS);
}

pid_t vfork(void) {
    return result_of(ENOSYS);
}

/* Hints about memory, which need not be followed. */
int madvise(void *address, size_t length, int advice) {
    (void) address;
    (void) length;
    return result_of(advice >= 0 && advice <= MADV_DONTNEED ? 0 : EINVAL);
}

int posix_madvise(void *address, size_t length, int advice) {
    (void) address;
    (void) length;
    return advice >= 0 && advice <= MADV_DONTNEED ? 0 : EINVAL;
}

int mlockall(int flags) {
    return result_of(flags & ~(MCL_CURRENT | MCL_FUTURE) ? EINVAL : 0);
}

int munlockall(void) {
    return 0;
}

/* Memory under a name is for other programs, of which there are none. */
int shm_open(const char *name, int flags, mode_t mode) {
    (void) name;
    (void) flags;
    (void) mode;
    return result_of(ENOSYS);
}

int shm_unlink(const char *name) {
    (void) name;
    return result_of(ENOENT);
}

int mlock(const void *address, size_t length) {
    (void) address;
    (void) length;
    return 0;
}

int munlock(const void *address, size_t length) {
    return mlock(address, length);
}

/* Mapped files are private copies, from which nothing goes back. */
int msync(void *address, size_t length, int flags) {
    (void) flags;
    return mlock(address, length);
}
