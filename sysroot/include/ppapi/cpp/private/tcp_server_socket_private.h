/* Waits for connections, with the addresses of the first years. */
#ifndef PPAPI_CPP_PRIVATE_TCP_SERVER_SOCKET_PRIVATE_H
#define PPAPI_CPP_PRIVATE_TCP_SERVER_SOCKET_PRIVATE_H

#include <ppapi/c/private/ppb_tcp_server_socket_private.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/private/tcp_socket_private.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class TCPServerSocketPrivate : public Resource {
public:
    explicit TCPServerSocketPrivate(const InstanceHandle &instance);
    static bool IsAvailable();
    int32_t Listen(const PP_NetAddress_Private *address, int32_t backlog, const CompletionCallback &callback);
    int32_t Accept(const CompletionCallbackWithOutput<TCPSocketPrivate> &callback);
    /* The caller owns the connection. */
    int32_t Accept(PP_Resource *connection, const CompletionCallback &callback);
    int32_t GetLocalAddress(PP_NetAddress_Private *address);
    void StopListening();
};

} // namespace pp

#endif
