/* The end of a program: what belongs to the thread goes first, then what was
   registered, last first, then streams are written out. */
#include <reent.h>
#include <stdlib.h>
#include <unistd.h>

#include "internal.h"

void __call_exitprocs(int status, void *library);

void exit(int status) {
    __run_thread_exits();
    __call_exitprocs(status, NULL);
    if (_GLOBAL_REENT->__cleanup)
        _GLOBAL_REENT->__cleanup(_GLOBAL_REENT);
    _exit(status);
}
