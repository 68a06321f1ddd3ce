/* A lock of POSIX that is made and destroyed with the object that has it. */
#ifndef _SDK_UTIL_SIMPLE_LOCK_H
#define _SDK_UTIL_SIMPLE_LOCK_H

#include <pthread.h>

#include "sdk_util/macros.h"

namespace sdk_util {

class SimpleLock {
public:
    SimpleLock() { pthread_mutex_init(&lock_, nullptr); }
    SimpleLock(const SimpleLock &) = delete;
    SimpleLock &operator=(const SimpleLock &) = delete;
    ~SimpleLock() { pthread_mutex_destroy(&lock_); }

    void Lock() const { pthread_mutex_lock(&lock_); }
    void Unlock() const { pthread_mutex_unlock(&lock_); }
    pthread_mutex_t *mutex() const { return &lock_; }

private:
    mutable pthread_mutex_t lock_;
};

} // namespace sdk_util

#endif
