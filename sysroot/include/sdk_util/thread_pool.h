/* Threads that do the parts of a task. */
#ifndef _SDK_UTIL_THREAD_POOL_H
#define _SDK_UTIL_THREAD_POOL_H

#include <pthread.h>
#include <semaphore.h>

#include "sdk_util/atomicops.h"

namespace sdk_util {

typedef void (*WorkFunction)(int task_index, void *data);

class ThreadPool {
public:
    /* Without threads, or with one, the parts are done by whoever has them done. */
    explicit ThreadPool(int num_threads);
    ThreadPool(const ThreadPool &) = delete;
    ThreadPool &operator=(const ThreadPool &) = delete;
    /* Ends the threads. */
    ~ThreadPool();

    /* Has the function called for each number below that of the tasks, and waits for all of them. */
    void Dispatch(int num_tasks, WorkFunction work, void *data);

private:
    static void *Run(void *pool);
    void Work();

    pthread_t *threads_;
    int num_threads_;
    bool exiting_;
    /* The tasks that nobody has begun. */
    Atomic32 left_;
    WorkFunction work_;
    void *data_;
    sem_t begun_;
    sem_t done_;
};

} // namespace sdk_util

#endif
