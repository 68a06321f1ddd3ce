/* The networks of the machine, as they were when it was asked for. */
#ifndef PPAPI_CPP_NETWORK_LIST_H
#define PPAPI_CPP_NETWORK_LIST_H

#include <string>
#include <vector>

#include <ppapi/c/ppb_network_list.h>
#include <ppapi/cpp/net_address.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class NetworkList : public Resource {
public:
    NetworkList() {}
    NetworkList(PassRef, PP_Resource resource) : Resource(PASS_REF, resource) {}
    static bool IsAvailable();
    uint32_t GetCount() const;
    std::string GetName(uint32_t index) const;
    PP_NetworkList_Type GetType(uint32_t index) const;
    PP_NetworkList_State GetState(uint32_t index) const;
    int32_t GetIpAddresses(uint32_t index, std::vector<NetAddress> *addresses) const;
    std::string GetDisplayName(uint32_t index) const;
    uint32_t GetMTU(uint32_t index) const;
};

} // namespace pp

#endif
