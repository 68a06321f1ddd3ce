/* Datagrams, with the addresses of the first years. */
#ifndef PPAPI_CPP_PRIVATE_UDP_SOCKET_PRIVATE_H
#define PPAPI_CPP_PRIVATE_UDP_SOCKET_PRIVATE_H

#include <ppapi/c/private/ppb_udp_socket_private.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class UDPSocketPrivate : public Resource {
public:
    explicit UDPSocketPrivate(const InstanceHandle &instance);
    static bool IsAvailable();
    int32_t SetSocketFeature(PP_UDPSocketFeature_Private name, const Var &value);
    int32_t Bind(const PP_NetAddress_Private *address, const CompletionCallback &callback);
    bool GetBoundAddress(PP_NetAddress_Private *address);
    int32_t RecvFrom(char *buffer, int32_t size, const CompletionCallback &callback);
    bool GetRecvFromAddress(PP_NetAddress_Private *address);
    int32_t SendTo(const char *buffer, int32_t size, const PP_NetAddress_Private *address,
        const CompletionCallback &callback);
    void Close();
};

} // namespace pp

#endif
