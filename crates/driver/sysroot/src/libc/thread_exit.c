/* Functions that are called at the end of a thread: destructors of variables
   of C++ that are thread-local. For the main thread the end is exit. */
#include <stdlib.h>

#include "internal.h"

static int main_registered;

int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library) {
    (void) library;
    struct __pthread *self = this_thread();
    struct thread_exit *entry = malloc(sizeof(*entry));
    if (!entry)
        return -1;
    if (self->reent == _GLOBAL_REENT && !main_registered) {
        main_registered = 1;
        atexit(__run_thread_exits);
    }
    *entry = (struct thread_exit) {function, argument, self->exits};
    self->exits = entry;
    return 0;
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library) {
    return __cxa_thread_atexit(function, argument, library);
}
