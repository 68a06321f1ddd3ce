/* Whether a factory of callbacks is used by one thread or by several. */
#ifndef PPAPI_UTILITY_COMPLETION_CALLBACK_FACTORY_THREAD_TRAITS_H
#define PPAPI_UTILITY_COMPLETION_CALLBACK_FACTORY_THREAD_TRAITS_H

#include <atomic>
#include <stdint.h>

#include <ppapi/cpp/logging.h>
#include <ppapi/cpp/module.h>
#include <ppapi/utility/threading/lock.h>

namespace pp {

struct ThreadSafeThreadTraits {
    class RefCount {
    public:
        RefCount() : count_(0) {}
        /* Both give the count that is then. */
        int32_t AddRef() { return ++count_; }
        int32_t Release() { return --count_; }

    private:
        std::atomic<int32_t> count_;
    };
    typedef pp::Lock Lock;
    typedef pp::AutoLock AutoLock;
};

struct NonThreadSafeThreadTraits {
    class RefCount {
    public:
        RefCount() : count_(0) {}
        int32_t AddRef() { return ++count_; }
        int32_t Release() { return --count_; }

    private:
        int32_t count_;
    };
    class Lock {
    public:
        void Acquire() {}
        void Release() {}
    };
    class AutoLock {
    public:
        explicit AutoLock(Lock &) {}
    };
};

} // namespace pp

#endif
