/* Functions that are called at the end of a thread: destructors of variables
   of C++ that are thread-local. For the thread that calls exit this is its end. */
#include <stdlib.h>

#include "internal.h"

int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library) {
    (void) library;
    struct __pthread *self = this_thread();
    struct thread_exit *entry = malloc(sizeof(*entry));
    if (!entry)
        return -1;
    *entry = (struct thread_exit) {function, argument, self->exits};
    self->exits = entry;
    return 0;
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library) {
    return __cxa_thread_atexit(function, argument, library);
}
