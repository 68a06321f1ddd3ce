/* Linux's header of system calls, for dEQP, which counts the processors of a thread by one. Programs
   have no system calls, so the call fails, as it does on an old kernel. */
#ifndef DEQP_PEPPER_SYSCALL_H
#define DEQP_PEPPER_SYSCALL_H

#include <errno.h>

#define __NR_sched_getaffinity 242

static inline long syscall(long number, ...) {
    (void) number;
    errno = ENOSYS;
    return -1;
}

#endif
