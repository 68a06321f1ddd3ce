/* Locks of streams, for programs that use a stream several times in a row. */
#include <stdio.h>
#include <sys/lock.h>

void flockfile(FILE *stream) {
    __lock_acquire_recursive(stream->_lock);
}

int ftrylockfile(FILE *stream) {
    return __lock_try_acquire_recursive(stream->_lock);
}

void funlockfile(FILE *stream) {
    __lock_release_recursive(stream->_lock);
}
