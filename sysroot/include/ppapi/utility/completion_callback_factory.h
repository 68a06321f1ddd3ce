/* Callbacks that call a method of an object, unless the object has gone. */
#ifndef PPAPI_UTILITY_COMPLETION_CALLBACK_FACTORY_H
#define PPAPI_UTILITY_COMPLETION_CALLBACK_FACTORY_H

#include <memory>
#include <type_traits>
#include <utility>

#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/utility/completion_callback_factory_thread_traits.h>

namespace pp {
namespace internal {

/* Values that a method is called with, as std::tuple, which C++98 does not have. */
template <typename... Types> class Values {
public:
    /* Calls the method with what the classes before this one have taken from their values. */
    template <typename Object, typename Method, typename... Taken>
    void call(Object *object, Method method, Taken &...taken) {
        (object->*method)(taken...);
    }
};

template <typename First, typename... Others> class Values<First, Others...> {
public:
    template <typename Value, typename... Rest>
    explicit Values(Value &&value, Rest &&...rest)
        : first_(std::forward<Value>(value)), others_(std::forward<Rest>(rest)...) {}

    template <typename Object, typename Method, typename... Taken>
    void call(Object *object, Method method, Taken &...taken) {
        others_.call(object, method, taken..., first_);
    }

private:
    First first_;
    Values<Others...> others_;
};

} // namespace internal

/* Cancelling takes the object away from all callbacks that were made before. */
template <typename T, typename ThreadTraits = ThreadSafeThreadTraits> class CompletionCallbackFactory {
public:
    explicit CompletionCallbackFactory(T *object = nullptr)
        : object_(object), current_(std::make_shared<Target>(object)) {}
    CompletionCallbackFactory(const CompletionCallbackFactory &) = delete;
    CompletionCallbackFactory &operator=(const CompletionCallbackFactory &) = delete;
    ~CompletionCallbackFactory() { current_->clear(); }

    void Initialize(T *object) {
        object_ = object;
        CancelAll();
    }
    T *GetObject() { return object_; }
    void CancelAll() {
        current_->clear();
        current_ = std::make_shared<Target>(object_);
    }

    /* The method may be of a base class. It takes the result and the arguments, and what it returns
       is not used. */
    template <typename Returned, typename Class, typename Result, typename... Parameters, typename... Arguments>
    CompletionCallback NewCallback(Returned (Class::*method)(Result, Parameters...), Arguments &&...arguments) {
        typedef Call<Returned (Class::*)(Result, Parameters...), Parameters...> Kind;
        Kind *call = new Kind(current_, method, std::forward<Arguments>(arguments)...);
        return CompletionCallback(&Kind::run, call);
    }
    template <typename Returned, typename Class, typename Result, typename... Parameters, typename... Arguments>
    CompletionCallback NewCallback(Returned (Class::*method)(Result, Parameters...) const, Arguments &&...arguments) {
        typedef Call<Returned (Class::*)(Result, Parameters...) const, Parameters...> Kind;
        Kind *call = new Kind(current_, method, std::forward<Arguments>(arguments)...);
        return CompletionCallback(&Kind::run, call);
    }

    template <typename Method, typename... Arguments>
    CompletionCallback NewOptionalCallback(Method method, Arguments &&...arguments) {
        CompletionCallback callback = NewCallback(method, std::forward<Arguments>(arguments)...);
        callback.set_flags(callback.flags() | PP_COMPLETIONCALLBACK_FLAG_OPTIONAL);
        return callback;
    }

    /* The method is given a value behind the result. */
    template <typename Returned, typename Class, typename Result, typename Value, typename... Parameters,
              typename... Arguments>
    CompletionCallbackWithOutput<typename std::decay<Value>::type> NewCallbackWithOutput(
        Returned (Class::*method)(Result, Value, Parameters...), Arguments &&...arguments) {
        typedef typename std::decay<Value>::type Type;
        typedef CallWithOutput<Returned (Class::*)(Result, Value, Parameters...), Type, Parameters...> Kind;
        Kind *call = new Kind(current_, method, std::forward<Arguments>(arguments)...);
        return CompletionCallbackWithOutput<Type>(&Kind::run, call, &call->output);
    }

private:
    /* The object, as long as it is there. */
    class Target {
    public:
        explicit Target(T *object) : object_(object) {}
        T *get() {
            typename ThreadTraits::AutoLock lock(lock_);
            return object_;
        }
        void clear() {
            typename ThreadTraits::AutoLock lock(lock_);
            object_ = nullptr;
        }

    private:
        typename ThreadTraits::Lock lock_;
        T *object_;
    };

    template <typename Method, typename Type, typename... Parameters> struct CallWithOutput {
        typedef internal::CallbackOutputTraits<Type> Kept;
        std::shared_ptr<Target> target;
        Method method;
        typename Kept::StorageType output;
        internal::Values<typename std::decay<Parameters>::type...> arguments;

        template <typename... Arguments>
        CallWithOutput(const std::shared_ptr<Target> &target, Method method, Arguments &&...arguments)
            : target(target), method(method), output(), arguments(std::forward<Arguments>(arguments)...) {}

        static void run(void *data, int32_t result) {
            std::unique_ptr<CallWithOutput> call(static_cast<CallWithOutput *>(data));
            /* It is taken over even if nobody wants it any more. */
            Type value = Kept::StorageToPluginArg(call->output);
            if (T *alive = call->target->get())
                call->arguments.call(alive, call->method, result, value);
        }
    };

    template <typename Method, typename... Parameters> struct Call {
        std::shared_ptr<Target> target;
        Method method;
        internal::Values<typename std::decay<Parameters>::type...> arguments;

        template <typename... Arguments>
        Call(const std::shared_ptr<Target> &target, Method method, Arguments &&...arguments)
            : target(target), method(method), arguments(std::forward<Arguments>(arguments)...) {}

        static void run(void *data, int32_t result) {
            std::unique_ptr<Call> call(static_cast<Call *>(data));
            if (T *alive = call->target->get())
                call->arguments.call(alive, call->method, result);
        }
    };

    T *object_;
    std::shared_ptr<Target> current_;
};

} // namespace pp

#endif
