/* Connections. */
#ifndef PPAPI_CPP_TCP_SOCKET_H
#define PPAPI_CPP_TCP_SOCKET_H

#include <ppapi/c/ppb_tcp_socket.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/net_address.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class TCPSocket : public Resource {
public:
    TCPSocket() {}
    TCPSocket(PassRef, PP_Resource socket) : Resource(PASS_REF, socket) {}
    explicit TCPSocket(const InstanceHandle &instance);
    static bool IsAvailable();
    int32_t Bind(const NetAddress &address, const CompletionCallback &callback);
    int32_t Connect(const NetAddress &address, const CompletionCallback &callback);
    NetAddress GetLocalAddress() const;
    NetAddress GetRemoteAddress() const;
    int32_t Read(char *buffer, int32_t size, const CompletionCallback &callback);
    int32_t Write(const char *buffer, int32_t size, const CompletionCallback &callback);
    int32_t Listen(int32_t backlog, const CompletionCallback &callback);
    int32_t Accept(const CompletionCallbackWithOutput<TCPSocket> &callback);
    void Close();
    int32_t SetOption(PP_TCPSocket_Option name, const Var &value, const CompletionCallback &callback);
};

} // namespace pp

#endif
