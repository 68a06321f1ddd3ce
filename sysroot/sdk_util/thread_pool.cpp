/* Threads that do the parts of a task: each takes numbers until all are taken. */
#include <sdk_util/thread_pool.h>

namespace sdk_util {

ThreadPool::ThreadPool(int num_threads)
    : threads_(nullptr), num_threads_(num_threads > 1 ? num_threads : 0), exiting_(false), left_(0), work_(nullptr),
      data_(nullptr) {
    sem_init(&begun_, 0, 0);
    sem_init(&done_, 0, 0);
    threads_ = new pthread_t[num_threads_ > 0 ? num_threads_ : 1];
    for (int index = 0; index < num_threads_; ++index) {
        if (pthread_create(&threads_[index], nullptr, Run, this) != 0) {
            num_threads_ = index;
            break;
        }
    }
}

ThreadPool::~ThreadPool() {
    exiting_ = true;
    for (int index = 0; index < num_threads_; ++index)
        sem_post(&begun_);
    for (int index = 0; index < num_threads_; ++index)
        pthread_join(threads_[index], nullptr);
    delete[] threads_;
    sem_destroy(&begun_);
    sem_destroy(&done_);
}

void ThreadPool::Work() {
    for (;;) {
        Atomic32 number = AtomicAddFetch(&left_, -1);
        if (number < 0)
            return;
        work_(number, data_);
    }
}

void *ThreadPool::Run(void *pointer) {
    ThreadPool *pool = static_cast<ThreadPool *>(pointer);
    for (;;) {
        sem_wait(&pool->begun_);
        if (pool->exiting_)
            return nullptr;
        pool->Work();
        sem_post(&pool->done_);
    }
}

void ThreadPool::Dispatch(int num_tasks, WorkFunction work, void *data) {
    if (num_threads_ == 0) {
        for (int task = 0; task < num_tasks; ++task)
            work(task, data);
        return;
    }
    work_ = work;
    data_ = data;
    left_ = num_tasks > 0 ? num_tasks : 0;
    for (int index = 0; index < num_threads_; ++index)
        sem_post(&begun_);
    for (int index = 0; index < num_threads_; ++index)
        sem_wait(&done_);
}

} // namespace sdk_util
