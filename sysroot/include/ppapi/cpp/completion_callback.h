/* Functions that are called when something is done. */
#ifndef PPAPI_CPP_COMPLETION_CALLBACK_H
#define PPAPI_CPP_COMPLETION_CALLBACK_H

#include <ppapi/c/pp_completion_callback.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi/cpp/logging.h>
#include <ppapi/cpp/module.h>
#include <ppapi/cpp/output_traits.h>

namespace pp {

/* No callback: the call waits. Not on the main thread. */
struct BlockUntilComplete {};

class CompletionCallback {
public:
    CompletionCallback() : callback_(PP_BlockUntilComplete()) {}
    CompletionCallback(BlockUntilComplete) : callback_(PP_BlockUntilComplete()) {}
    CompletionCallback(PP_CompletionCallback_Func function, void *data)
        : callback_(PP_MakeCompletionCallback(function, data)) {}
    CompletionCallback(PP_CompletionCallback_Func function, void *data, int32_t flags)
        : callback_(PP_MakeCompletionCallback(function, data)) {
        callback_.flags = flags;
    }

    void set_flags(int32_t flags) { callback_.flags = flags; }
    int32_t flags() const { return callback_.flags; }
    bool IsOptional() const {
        return callback_.func == nullptr || (callback_.flags & PP_COMPLETIONCALLBACK_FLAG_OPTIONAL) != 0;
    }
    void Run(int32_t result) { PP_RunCompletionCallback(&callback_, result); }
    /* Calls it, and becomes one that waits. */
    void RunAndClear(int32_t result) { PP_RunAndClearCompletionCallback(&callback_, result); }
    const PP_CompletionCallback &pp_completion_callback() const { return callback_; }

    /* Calls it soon if the result is there and it is not optional. */
    int32_t MayForce(int32_t result) const;

protected:
    PP_CompletionCallback callback_;
};

} // namespace pp

#endif
