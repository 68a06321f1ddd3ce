/* Messages of the page on a thread of their own. Programs derive from it. */
#ifndef PPAPI_CPP_MESSAGE_HANDLER_H
#define PPAPI_CPP_MESSAGE_HANDLER_H

#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/var.h>

namespace pp {

class MessageHandler {
public:
    virtual ~MessageHandler() {}
    virtual void HandleMessage(InstanceHandle instance, const Var &message) = 0;
    /* What the page waits for. */
    virtual Var HandleBlockingMessage(InstanceHandle instance, const Var &message) = 0;
    /* The last call; the handler may go. */
    virtual void WasUnregistered(InstanceHandle instance) = 0;
};

} // namespace pp

#endif
