/* Holds a lock for as long as a block lasts. */
#ifndef _SDK_UTIL_AUTO_LOCK_H
#define _SDK_UTIL_AUTO_LOCK_H

#include <pthread.h>

#include "sdk_util/macros.h"
#include "sdk_util/simple_lock.h"

namespace sdk_util {

/* Holds the lock until the end of the block. */
#define AUTO_LOCK_JOINED(name, line) name##line
#define AUTO_LOCK_NAME(line) AUTO_LOCK_JOINED(auto_lock_, line)
#define AUTO_LOCK(lock) ::sdk_util::AutoLock AUTO_LOCK_NAME(__LINE__)(lock);

class AutoLock {
public:
    AutoLock(const SimpleLock &lock) : lock_(lock.mutex()) { pthread_mutex_lock(lock_); }
    AutoLock(const AutoLock &) = delete;
    AutoLock &operator=(const AutoLock &) = delete;
    ~AutoLock() { Unlock(); }

    /* Lets go of it earlier. */
    void Unlock() {
        if (lock_)
            pthread_mutex_unlock(lock_);
        lock_ = nullptr;
    }

private:
    pthread_mutex_t *lock_;
};

} // namespace sdk_util

#endif
