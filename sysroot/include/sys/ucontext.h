/* Contexts: declared for programs that have them as one way of several. There is no way to
   leave a stack and to come back to it, so these fail with ENOSYS. */
#ifndef _SYS_UCONTEXT_H
#define _SYS_UCONTEXT_H

#include <signal.h>
#include <sys/cdefs.h>

typedef struct {
    int __nothing;
} mcontext_t;

typedef struct __ucontext {
    struct __ucontext *uc_link;
    sigset_t uc_sigmask;
    stack_t uc_stack;
    mcontext_t uc_mcontext;
} ucontext_t;

#endif
