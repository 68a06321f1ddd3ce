#ifndef _UCONTEXT_H
#define _UCONTEXT_H

#include <sys/ucontext.h>

__BEGIN_DECLS
int getcontext(ucontext_t *__context);
int setcontext(const ucontext_t *__context);
int swapcontext(ucontext_t *__restrict __old, const ucontext_t *__restrict __new);
/* Only what getcontext has filled in may be given to it, so nothing may. */
void makecontext(ucontext_t *__context, void (*__function)(void), int __count, ...);
__END_DECLS

#endif
