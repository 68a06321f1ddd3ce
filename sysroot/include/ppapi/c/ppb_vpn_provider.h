/* Packets of a VPN, which Chrome OS gave to its VPN clients. No host of Pinnacle has it. */
#ifndef PPAPI_C_PPB_VPN_PROVIDER_H_
#define PPAPI_C_PPB_VPN_PROVIDER_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/pp_var.h"

#define PPB_VPNPROVIDER_INTERFACE_0_1 "PPB_VpnProvider;0.1"

struct PPB_VpnProvider_0_1 {
    PP_Resource (*Create)(PP_Instance instance);
    PP_Bool (*IsVpnProvider)(PP_Resource resource);
    int32_t (*Bind)(PP_Resource provider, struct PP_Var configuration_id, struct PP_Var configuration_name,
        struct PP_CompletionCallback callback);
    int32_t (*SendPacket)(PP_Resource provider, struct PP_Var packet, struct PP_CompletionCallback callback);
    int32_t (*ReceivePacket)(PP_Resource provider, struct PP_Var *packet, struct PP_CompletionCallback callback);
};

#endif
