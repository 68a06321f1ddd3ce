/* A mutex, which the thread that has it cannot take again. */
#ifndef PPAPI_UTILITY_THREADING_LOCK_H
#define PPAPI_UTILITY_THREADING_LOCK_H

#include <pthread.h>

namespace pp {

class Lock {
public:
    Lock() { pthread_mutex_init(&mutex_, nullptr); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;
    ~Lock() { pthread_mutex_destroy(&mutex_); }
    void Acquire() { pthread_mutex_lock(&mutex_); }
    void Release() { pthread_mutex_unlock(&mutex_); }
    /* Takes it, if nobody has it. */
    bool Try() { return pthread_mutex_trylock(&mutex_) == 0; }

private:
    pthread_mutex_t mutex_;
};

/* Has a lock as long as it lives. */
class AutoLock {
public:
    explicit AutoLock(Lock &lock) : lock_(lock) { lock_.Acquire(); }
    AutoLock(const AutoLock &) = delete;
    AutoLock &operator=(const AutoLock &) = delete;
    ~AutoLock() { lock_.Release(); }

private:
    Lock &lock_;
};

} // namespace pp

#endif
