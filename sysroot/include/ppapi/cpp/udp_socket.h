/* Datagrams. */
#ifndef PPAPI_CPP_UDP_SOCKET_H
#define PPAPI_CPP_UDP_SOCKET_H

#include <ppapi/c/ppb_udp_socket.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/net_address.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class UDPSocket : public Resource {
public:
    UDPSocket() {}
    UDPSocket(PassRef, PP_Resource socket) : Resource(PASS_REF, socket) {}
    explicit UDPSocket(const InstanceHandle &instance);
    static bool IsAvailable();
    int32_t Bind(const NetAddress &address, const CompletionCallback &callback);
    NetAddress GetBoundAddress();
    int32_t RecvFrom(char *buffer, int32_t size, const CompletionCallbackWithOutput<NetAddress> &callback);
    int32_t SendTo(const char *buffer, int32_t size, const NetAddress &address, const CompletionCallback &callback);
    void Close();
    int32_t SetOption(PP_UDPSocket_Option name, const Var &value, const CompletionCallback &callback);
    int32_t JoinGroup(const NetAddress &group, const CompletionCallback &callback);
    int32_t LeaveGroup(const NetAddress &group, const CompletionCallback &callback);
};

} // namespace pp

#endif
