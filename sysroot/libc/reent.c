/* newlib's state of a thread, and errno, which is part of it. */
#include "internal.h"

struct _reent *__getreent(void) {
    return this_thread()->reent;
}

int *__errno(void) {
    return &this_thread()->reent->_errno;
}
