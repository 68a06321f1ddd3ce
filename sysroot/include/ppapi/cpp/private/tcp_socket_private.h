/* Connections, with the addresses of the first years. */
#ifndef PPAPI_CPP_PRIVATE_TCP_SOCKET_PRIVATE_H
#define PPAPI_CPP_PRIVATE_TCP_SOCKET_PRIVATE_H

#include <ppapi/c/private/ppb_tcp_socket_private.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class TCPSocketPrivate : public Resource {
public:
    TCPSocketPrivate() {}
    TCPSocketPrivate(PassRef, PP_Resource socket) : Resource(PASS_REF, socket) {}
    explicit TCPSocketPrivate(const InstanceHandle &instance);
    static bool IsAvailable();
    int32_t Connect(const char *host, uint16_t port, const CompletionCallback &callback);
    int32_t ConnectWithNetAddress(const PP_NetAddress_Private *address, const CompletionCallback &callback);
    bool GetLocalAddress(PP_NetAddress_Private *address);
    bool GetRemoteAddress(PP_NetAddress_Private *address);
    int32_t SSLHandshake(const char *server, uint16_t port, const CompletionCallback &callback);
    int32_t Read(char *buffer, int32_t size, const CompletionCallback &callback);
    int32_t Write(const char *buffer, int32_t size, const CompletionCallback &callback);
    void Disconnect();
    int32_t SetOption(PP_TCPSocketOption_Private name, const Var &value, const CompletionCallback &callback);
};

} // namespace pp

#endif
