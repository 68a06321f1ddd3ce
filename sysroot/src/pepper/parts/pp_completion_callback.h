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
