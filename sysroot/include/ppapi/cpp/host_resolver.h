/* Addresses by names. */
#ifndef PPAPI_CPP_HOST_RESOLVER_H
#define PPAPI_CPP_HOST_RESOLVER_H

#include <ppapi/c/ppb_host_resolver.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/net_address.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class HostResolver : public Resource {
public:
    HostResolver() {}
    HostResolver(PassRef, PP_Resource resolver) : Resource(PASS_REF, resolver) {}
    explicit HostResolver(const InstanceHandle &instance);
    static bool IsAvailable();
    int32_t Resolve(const char *host, uint16_t port, const PP_HostResolver_Hint &hint, const CompletionCallback &callback);
    Var GetCanonicalName() const;
    uint32_t GetNetAddressCount() const;
    NetAddress GetNetAddress(uint32_t index) const;
};

} // namespace pp

#endif
