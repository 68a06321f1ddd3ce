/* Tells of the networks of the machine, and of their changes. */
#ifndef PPAPI_CPP_NETWORK_MONITOR_H
#define PPAPI_CPP_NETWORK_MONITOR_H

#include <ppapi/c/ppb_network_monitor.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/network_list.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class NetworkMonitor : public Resource {
public:
    explicit NetworkMonitor(const InstanceHandle &instance);
    static bool IsAvailable();
    /* The first call is answered at once, each other one when something has changed. */
    int32_t UpdateNetworkList(const CompletionCallbackWithOutput<NetworkList> &callback);
};

} // namespace pp

#endif
