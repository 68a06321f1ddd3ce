/* Callbacks that call a method of an object, unless the object has gone. */
#ifndef PPAPI_UTILITY_COMPLETION_CALLBACK_FACTORY_H
#define PPAPI_UTILITY_COMPLETION_CALLBACK_FACTORY_H

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/utility/completion_callback_factory_thread_traits.h>

namespace pp {
namespace internal {

/* Numbers from 0, as std::index_sequence, which C++11 does not have. */
template <std::size_t... Numbers> struct Places {};
template <std::size_t Count, std::size_t... Numbers> struct PlacesUpTo : PlacesUpTo<Count - 1, Count - 1, Numbers...> {};
template <std::size_t... Numbers> struct PlacesUpTo<0, Numbers...> {
    typedef Places<Numbers...> Type;
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

    /* The method may be of a base class. */
    template <typename Class, typename... Parameters, typename... Arguments>
    CompletionCallback NewCallback(void (Class::*method)(int32_t, Parameters...), Arguments &&...arguments) {
        typedef Call<Class, Parameters...> Kind;
        Kind *call = new Kind{current_, method, {std::forward<Arguments>(arguments)...}};
        return CompletionCallback(&Kind::run, call);
    }

    template <typename Class, typename... Parameters, typename... Arguments>
    CompletionCallback NewOptionalCallback(
        void (Class::*method)(int32_t, Parameters...), Arguments &&...arguments) {
        CompletionCallback callback = NewCallback(method, std::forward<Arguments>(arguments)...);
        callback.set_flags(callback.flags() | PP_COMPLETIONCALLBACK_FLAG_OPTIONAL);
        return callback;
    }

    /* The method is given a value behind the result. */
    template <typename Class, typename Value, typename... Parameters, typename... Arguments>
    CompletionCallbackWithOutput<typename std::decay<Value>::type> NewCallbackWithOutput(
        void (Class::*method)(int32_t, Value, Parameters...), Arguments &&...arguments) {
        typedef typename std::decay<Value>::type Type;
        typedef CallWithOutput<Class, Type, Value, Parameters...> Kind;
        Kind *call = new Kind{current_, method, {}, {std::forward<Arguments>(arguments)...}};
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

    template <typename Class, typename Type, typename Value, typename... Parameters> struct CallWithOutput {
        typedef internal::CallbackOutputTraits<Type> Kept;
        std::shared_ptr<Target> target;
        void (Class::*method)(int32_t, Value, Parameters...);
        typename Kept::StorageType output;
        std::tuple<typename std::decay<Parameters>::type...> arguments;

        template <std::size_t... Numbers> void apply(int32_t result, internal::Places<Numbers...>) {
            /* It is taken over even if nobody wants it any more. */
            Type value = Kept::StorageToPluginArg(output);
            if (T *alive = target->get())
                (alive->*method)(result, value, std::get<Numbers>(arguments)...);
        }

        static void run(void *data, int32_t result) {
            std::unique_ptr<CallWithOutput> call(static_cast<CallWithOutput *>(data));
            call->apply(result, typename internal::PlacesUpTo<sizeof...(Parameters)>::Type());
        }
    };

    template <typename Class, typename... Parameters> struct Call {
        std::shared_ptr<Target> target;
        void (Class::*method)(int32_t, Parameters...);
        std::tuple<typename std::decay<Parameters>::type...> arguments;

        template <std::size_t... Numbers> void apply(int32_t result, internal::Places<Numbers...>) {
            if (T *alive = target->get())
                (alive->*method)(result, std::get<Numbers>(arguments)...);
        }

        static void run(void *data, int32_t result) {
            std::unique_ptr<Call> call(static_cast<Call *>(data));
            call->apply(result, typename internal::PlacesUpTo<sizeof...(Parameters)>::Type());
        }
    };

    T *object_;
    std::shared_ptr<Target> current_;
};

} // namespace pp

#endif
