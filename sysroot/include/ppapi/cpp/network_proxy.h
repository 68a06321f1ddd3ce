/* Which proxy an address is asked through. */
#ifndef PPAPI_CPP_NETWORK_PROXY_H
#define PPAPI_CPP_NETWORK_PROXY_H

#include <ppapi/c/ppb_network_proxy.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/var.h>

namespace pp {

class NetworkProxy {
public:
    static bool IsAvailable();
    static int32_t GetProxyForURL(
        const InstanceHandle &instance, const Var &url, const CompletionCallbackWithOutput<Var> &callback);
};

} // namespace pp

#endif
