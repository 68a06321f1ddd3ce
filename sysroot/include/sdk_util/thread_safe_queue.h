/* A queue that threads fill and empty. */
#ifndef _SDK_UTIL_THREAD_SAFE_QUEUE_H
#define _SDK_UTIL_THREAD_SAFE_QUEUE_H

#include <pthread.h>

#include <list>

#include "sdk_util/auto_lock.h"
#include "sdk_util/macros.h"

namespace sdk_util {

/* Has pointers to objects, which stay the program's. */
template <class T> class ThreadSafeQueue {
public:
    ThreadSafeQueue() { pthread_cond_init(&filled_, nullptr); }
    ThreadSafeQueue(const ThreadSafeQueue &) = delete;
    ThreadSafeQueue &operator=(const ThreadSafeQueue &) = delete;
    ~ThreadSafeQueue() { pthread_cond_destroy(&filled_); }

    void Enqueue(T *item) {
        AUTO_LOCK(lock_);
        items_.push_back(item);
        pthread_cond_signal(&filled_);
    }

    /* The oldest item. Without one it waits, or gives null. */
    T *Dequeue(bool block) {
        AUTO_LOCK(lock_);
        while (block && items_.empty())
            pthread_cond_wait(&filled_, lock_.mutex());
        if (items_.empty())
            return nullptr;
        T *item = items_.front();
        items_.pop_front();
        return item;
    }

private:
    std::list<T *> items_;
    pthread_cond_t filled_;
    SimpleLock lock_;
};

} // namespace sdk_util

#endif
