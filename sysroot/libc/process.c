/* The process: its end, its number, and what of Unix there is not. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal.h"

IRT_INTERFACE(irt_basic, struct nacl_irt_basic, NACL_IRT_BASIC_v0_1)
IRT_INTERFACE(irt_getpid, struct nacl_irt_dev_getpid, NACL_IRT_DEV_GETPID_v0_1)

/* Numbers that the function sysconf of the IRT knows. */
#define IRT_PROCESSORS 1
#define IRT_PAGE_SIZE 2

void _exit(int status) {
    const struct nacl_irt_basic *basic = irt_basic();
    if (basic)
        basic->exit(status);
    __builtin_trap();
}

/* A host that has no numbers for processes has one process. */
pid_t getpid(void) {
    const struct nacl_irt_dev_getpid *table = irt_getpid();
    int pid;
    return table && table->getpid(&pid) == 0 ? pid : 1;
}

pid_t _getpid_r(struct _reent *reent) {
    (void) reent;
    return getpid();
}

static int basic_value(int name) {
    const struct nacl_irt_basic *basic = irt_basic();
    int value;
    return basic && basic->sysconf(name, &value) == 0 ? value : -1;
}

long sysconf(int name) {
    switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: {
        int processors = basic_value(IRT_PROCESSORS);
        return processors > 0 ? processors : 1;
    }
    case _SC_PAGESIZE:
        return getpagesize();
    case _SC_CLK_TCK:
        return CLOCKS_PER_SEC;
    case _SC_OPEN_MAX:
        return 4096;
    case _SC_IOV_MAX:
        return 1024;
    case _SC_THREAD_KEYS_MAX:
        return 128;
    case _SC_THREAD_STACK_MIN:
        return 16384;
    case _SC_VERSION:
    case _SC_FSYNC:
    case _SC_MAPPED_FILES:
    case _SC_MEMORY_PROTECTION:
    case _SC_MONOTONIC_CLOCK:
    case _SC_THREADS:
    case _SC_THREAD_SAFE_FUNCTIONS:
    case _SC_THREAD_ATTR_STACKSIZE:
    case _SC_TIMERS:
    case _SC_BARRIERS:
    case _SC_SPIN_LOCKS:
    case _SC_READER_WRITER_LOCKS:
    case _SC_SEMAPHORES:
        return 200809L;
    default:
        errno = EINVAL;
        return -1;
    }
}

/* The limits of paths are the host's, whatever the file system. */
long pathconf(const char *path, int name) {
    (void) path;
    switch (name) {
    case _PC_LINK_MAX:
        return 127;
    case _PC_NAME_MAX:
        return 255;
    case _PC_PATH_MAX:
        return 4096;
    case _PC_PIPE_BUF:
        return 4096;
    case _PC_NO_TRUNC:
        return 1;
    default:
        errno = EINVAL;
        return -1;
    }
}

long fpathconf(int fd, int name) {
    (void) fd;
    return pathconf(NULL, name);
}

int getpagesize(void) {
    int size = basic_value(IRT_PAGE_SIZE);
    return size > 0 ? size : 65536;
}

int sched_yield(void) {
    const struct nacl_irt_basic *basic = irt_basic();
    return result_of(basic ? basic->sched_yield() : ENOSYS);
}

int uname(struct utsname *name) {
    memset(name, 0, sizeof(*name));
    strcpy(name->sysname, "NaCl");
    strcpy(name->nodename, "localhost");
    strcpy(name->release, "unknown");
    strcpy(name->version, "unknown");
    strcpy(name->machine, "pnacl");
    return 0;
}

uid_t getuid(void) { return 0; }
uid_t geteuid(void) { return 0; }
gid_t getgid(void) { return 0; }
gid_t getegid(void) { return 0; }
pid_t getppid(void) { return 0; }

/* There is one process, and no way to make others. */
pid_t fork(void) { return result_of(ENOSYS); }
pid_t _fork_r(struct _reent *reent) { (void) reent; return fork(); }

int execve(const char *path, char *const argv[], char *const envp[]) {
    (void) path;
    (void) argv;
    (void) envp;
    return result_of(ENOSYS);
}

int _execve(const char *path, char *const argv[], char *const envp[]) {
    return execve(path, argv, envp);
}

int _execve_r(struct _reent *reent, const char *path, char *const argv[], char *const envp[]) {
    (void) reent;
    return execve(path, argv, envp);
}

pid_t wait(int *status) { (void) status; return result_of(ECHILD); }
pid_t _wait_r(struct _reent *reent, int *status) { (void) reent; return wait(status); }

pid_t waitpid(pid_t pid, int *status, int options) {
    (void) pid;
    (void) options;
    return wait(status);
}
