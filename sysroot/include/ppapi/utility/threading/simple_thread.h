/* A thread that does the work that is posted to its message loop. */
#ifndef PPAPI_UTILITY_THREADING_SIMPLE_THREAD_H
#define PPAPI_UTILITY_THREADING_SIMPLE_THREAD_H

#include <pthread.h>
#include <stddef.h>

#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/message_loop.h>

namespace pp {

class SimpleThread {
public:
    typedef void (*ThreadFunc)(MessageLoop &loop, void *data);

    explicit SimpleThread(const InstanceHandle &instance, size_t stack_size = 0);
    SimpleThread(const SimpleThread &) = delete;
    SimpleThread &operator=(const SimpleThread &) = delete;
    /* Joins. */
    ~SimpleThread();
    /* Runs the loop; false if it has been started. */
    bool Start();
    /* Has the function run the loop, or not. */
    bool StartWithFunction(ThreadFunc function, void *data);
    /* Quits the loop and waits for the thread; false if there is none. */
    bool Join();
    MessageLoop &message_loop() { return loop_; }
    ThreadFunc func() const { return function_; }
    void *user_data() const { return data_; }

private:
    static void *run(void *thread);

    InstanceHandle instance_;
    MessageLoop loop_;
    const size_t stack_size_;
    ThreadFunc function_ = nullptr;
    void *data_ = nullptr;
    bool runs_ = false;
    pthread_t thread_ = 0;
};

} // namespace pp

#endif
