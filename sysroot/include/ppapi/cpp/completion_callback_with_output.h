/* Callbacks that are given a value beside the result. Where the value lies until then belongs to
   the callback. */
#ifndef PPAPI_CPP_COMPLETION_CALLBACK_WITH_OUTPUT_H
#define PPAPI_CPP_COMPLETION_CALLBACK_WITH_OUTPUT_H

#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/output_traits.h>

namespace pp {

template <typename T> class CompletionCallbackWithOutput : public CompletionCallback {
public:
    typedef internal::CallbackOutputTraits<T> Traits;
    typedef typename Traits::StorageType OutputStorageType;
    typedef typename Traits::APIArgType APIArgType;

    /* Waits, and leaves the value there. */
    explicit CompletionCallbackWithOutput(OutputStorageType *output) : output_(output) {
        Traits::Initialize(output_);
    }
    CompletionCallbackWithOutput(PP_CompletionCallback_Func function, void *data, OutputStorageType *output)
        : CompletionCallback(function, data), output_(output) {
        Traits::Initialize(output_);
    }
    CompletionCallbackWithOutput(
        PP_CompletionCallback_Func function, void *data, int32_t flags, OutputStorageType *output)
        : CompletionCallback(function, data, flags), output_(output) {
        Traits::Initialize(output_);
    }

    APIArgType output() const { return Traits::StorageToAPIArg(*output_); }

private:
    OutputStorageType *output_;
};

} // namespace pp

#endif
