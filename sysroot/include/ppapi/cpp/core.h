/* Time, and calls on the main thread. */
#ifndef PPAPI_CPP_CORE_H
#define PPAPI_CPP_CORE_H

#include <ppapi/c/pp_resource.h>
#include <ppapi/c/pp_time.h>
#include <ppapi/c/ppb_core.h>

namespace pp {

class CompletionCallback;

class Core {
public:
    void AddRefResource(PP_Resource resource);
    void ReleaseResource(PP_Resource resource);
    PP_Time GetTime();
    PP_TimeTicks GetTimeTicks();
    void CallOnMainThread(int32_t delay, const CompletionCallback &callback, int32_t result = 0);
    bool IsMainThread();
};

} // namespace pp

#endif
