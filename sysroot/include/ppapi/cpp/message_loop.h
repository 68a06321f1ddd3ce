/* Work for a thread. */
#ifndef PPAPI_CPP_MESSAGE_LOOP_H
#define PPAPI_CPP_MESSAGE_LOOP_H

#include <ppapi/c/ppb_message_loop.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class MessageLoop : public Resource {
public:
    MessageLoop() {}
    explicit MessageLoop(const InstanceHandle &instance);
    explicit MessageLoop(PP_Resource loop) : Resource(loop) {}
    static MessageLoop GetForMainThread();
    static MessageLoop GetCurrent();
    int32_t AttachToCurrentThread();
    int32_t Run();
    int32_t PostWork(const CompletionCallback &callback, int64_t delay = 0);
    int32_t PostQuit(bool destroy);
};

} // namespace pp

#endif
