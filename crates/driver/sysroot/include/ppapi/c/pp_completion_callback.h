/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PP_COMPLETION_CALLBACK_H_
#define PPAPI_C_PP_COMPLETION_CALLBACK_H_

#include "ppapi/c/pp_errors.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_stdint.h"

typedef enum {
  PP_COMPLETIONCALLBACK_FLAG_NONE = 0,
  PP_COMPLETIONCALLBACK_FLAG_OPTIONAL = 1
} PP_CompletionCallback_Flag;
PP_COMPILE_ASSERT_SIZE_IN_BYTES(PP_CompletionCallback_Flag, 4);

typedef void (*PP_CompletionCallback_Func)(void* user_data, int32_t result);

struct PP_CompletionCallback {
  PP_CompletionCallback_Func func;
  void* user_data;
  int32_t flags;
};

/* A callback that is always called, later. */
PP_INLINE struct PP_CompletionCallback PP_MakeCompletionCallback(
    PP_CompletionCallback_Func func, void* user_data) {
  struct PP_CompletionCallback callback;
  callback.func = func;
  callback.user_data = user_data;
  callback.flags = PP_COMPLETIONCALLBACK_FLAG_NONE;
  return callback;
}

/* A callback that is not called if the result is there at once. */
PP_INLINE struct PP_CompletionCallback PP_MakeOptionalCompletionCallback(
    PP_CompletionCallback_Func func, void* user_data) {
  struct PP_CompletionCallback callback =
      PP_MakeCompletionCallback(func, user_data);
  callback.flags |= PP_COMPLETIONCALLBACK_FLAG_OPTIONAL;
  return callback;
}

/* No callback: the call returns when there is a result. Not on the main thread. */
PP_INLINE struct PP_CompletionCallback PP_BlockUntilComplete(void) {
  return PP_MakeCompletionCallback(NULL, NULL);
}

PP_INLINE void PP_RunCompletionCallback(
    struct PP_CompletionCallback* callback, int32_t result) {
  callback->func(callback->user_data, result);
}

/* The same, and the callback is none from then on, also while it runs. */
PP_INLINE void PP_RunAndClearCompletionCallback(
    struct PP_CompletionCallback* callback, int32_t result) {
  struct PP_CompletionCallback once = *callback;
  *callback = PP_BlockUntilComplete();
  PP_RunCompletionCallback(&once, result);
}

#endif
