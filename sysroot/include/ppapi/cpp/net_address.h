/* Addresses of computers. */
#ifndef PPAPI_CPP_NET_ADDRESS_H
#define PPAPI_CPP_NET_ADDRESS_H

#include <ppapi/c/ppb_net_address.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class NetAddress : public Resource {
public:
    NetAddress() {}
    NetAddress(PassRef, PP_Resource address) : Resource(PASS_REF, address) {}
    NetAddress(const InstanceHandle &instance, const PP_NetAddress_IPv4 &address);
    NetAddress(const InstanceHandle &instance, const PP_NetAddress_IPv6 &address);
    static bool IsAvailable();
    PP_NetAddress_Family GetFamily() const;
    Var DescribeAsString(bool include_port) const;
    bool DescribeAsIPv4Address(PP_NetAddress_IPv4 *address) const;
    bool DescribeAsIPv6Address(PP_NetAddress_IPv6 *address) const;
};

} // namespace pp

#endif
