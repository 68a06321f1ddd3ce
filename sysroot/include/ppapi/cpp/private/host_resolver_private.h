/* Addresses by names, with the addresses of the first years. */
#ifndef PPAPI_CPP_PRIVATE_HOST_RESOLVER_PRIVATE_H
#define PPAPI_CPP_PRIVATE_HOST_RESOLVER_PRIVATE_H

#include <string>

#include <ppapi/c/private/ppb_host_resolver_private.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class HostResolverPrivate : public Resource {
public:
    explicit HostResolverPrivate(const InstanceHandle &instance);
    static bool IsAvailable();
    int32_t Resolve(const std::string &host, uint16_t port, const PP_HostResolver_Private_Hint &hint,
        const CompletionCallback &callback);
    Var GetCanonicalName();
    uint32_t GetSize();
    bool GetNetAddress(uint32_t index, PP_NetAddress_Private *address);
};

} // namespace pp

#endif
