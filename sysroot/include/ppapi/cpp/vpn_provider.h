/* Packets of a VPN on Chrome OS. Without it, as on every host of Pinnacle, the functions give
   PP_ERROR_NOINTERFACE. */
#ifndef PPAPI_CPP_VPN_PROVIDER_H
#define PPAPI_CPP_VPN_PROVIDER_H

#include <ppapi/c/ppb_vpn_provider.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class VpnProvider : public Resource {
public:
    explicit VpnProvider(const InstanceHandle &instance);
    static bool IsAvailable();

    /* The arguments are texts: the id and the name of a configuration of the page. */
    int32_t Bind(
        const Var &configuration_id, const Var &configuration_name, const CompletionCallback &callback);
    /* A packet is an ArrayBuffer. Each call receives one. */
    int32_t SendPacket(const Var &packet, const CompletionCallback &callback);
    int32_t ReceivePacket(const CompletionCallbackWithOutput<Var> &callback);
};

} // namespace pp

#endif
