/* Messages to and from a server. */
#ifndef PPAPI_CPP_WEBSOCKET_H
#define PPAPI_CPP_WEBSOCKET_H

#include <ppapi/c/ppb_websocket.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class WebSocket : public Resource {
public:
    explicit WebSocket(const InstanceHandle &instance);
    int32_t Connect(const Var &url, const Var protocols[], uint32_t count, const CompletionCallback &callback);
    int32_t Close(uint16_t code, const Var &reason, const CompletionCallback &callback);
    /* The message is written when the callback is called, and has to be there until then. */
    int32_t ReceiveMessage(Var *message, const CompletionCallback &callback);
    int32_t SendMessage(const Var &message);
    uint64_t GetBufferedAmount();
    uint16_t GetCloseCode();
    Var GetCloseReason();
    bool GetCloseWasClean();
    Var GetExtensions();
    Var GetProtocol();
    PP_WebSocketReadyState GetReadyState();
    Var GetURL();
};

} // namespace pp

#endif
