/* Addresses of computers as programs of the first years have them. */
#ifndef PPAPI_CPP_PRIVATE_NET_ADDRESS_PRIVATE_H
#define PPAPI_CPP_PRIVATE_NET_ADDRESS_PRIVATE_H

#include <stdint.h>
#include <string>

#include <ppapi/c/private/ppb_net_address_private.h>

namespace pp {

/* Each function but IsAvailable gives false, 0 or nothing without the interface. */
class NetAddressPrivate {
public:
    static bool IsAvailable();
    static bool AreEqual(const PP_NetAddress_Private &one, const PP_NetAddress_Private &other);
    static bool AreHostsEqual(const PP_NetAddress_Private &one, const PP_NetAddress_Private &other);
    static std::string Describe(const PP_NetAddress_Private &address, bool include_port);
    static bool ReplacePort(const PP_NetAddress_Private &address, uint16_t port, PP_NetAddress_Private *result);
    static bool GetAnyAddress(bool is_ipv6, PP_NetAddress_Private *result);
    static PP_NetAddressFamily_Private GetFamily(const PP_NetAddress_Private &address);
    static uint16_t GetPort(const PP_NetAddress_Private &address);
    static uint32_t GetScopeID(const PP_NetAddress_Private &address);
    static bool GetAddress(const PP_NetAddress_Private &address, void *bytes, uint16_t size);
    static bool CreateFromIPv4Address(const uint8_t ip[4], uint16_t port, PP_NetAddress_Private *result);
    static bool CreateFromIPv6Address(
        const uint8_t ip[16], uint32_t scope_id, uint16_t port, PP_NetAddress_Private *result);
};

} // namespace pp

#endif
