/* A connection to a server that tells its events, as pages have it. Programs derive from it. */
#ifndef PPAPI_UTILITY_WEBSOCKET_WEBSOCKET_API_H
#define PPAPI_UTILITY_WEBSOCKET_WEBSOCKET_API_H

#include <ppapi/c/ppb_websocket.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/var.h>

namespace pp {

class Instance;

class WebSocketAPI {
public:
    explicit WebSocketAPI(Instance *instance);
    WebSocketAPI(const WebSocketAPI &) = delete;
    WebSocketAPI &operator=(const WebSocketAPI &) = delete;
    virtual ~WebSocketAPI();

    int32_t Connect(const Var &url, const Var protocols[], uint32_t count);
    int32_t Close(uint16_t code, const Var &reason);
    int32_t Send(const Var &data);
    uint64_t GetBufferedAmount();
    Var GetExtensions();
    Var GetProtocol();
    PP_WebSocketReadyState GetReadyState();
    Var GetURL();

    virtual void WebSocketDidOpen() = 0;
    virtual void WebSocketDidClose(bool was_clean, uint16_t code, const Var &reason) = 0;
    virtual void HandleWebSocketMessage(const Var &message) = 0;
    virtual void HandleWebSocketError() = 0;

private:
    class Events;

    Events *events_;
};

} // namespace pp

#endif
