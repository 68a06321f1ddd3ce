/* Chrome's statistics of use. */
#ifndef PPAPI_CPP_PRIVATE_UMA_PRIVATE_H
#define PPAPI_CPP_PRIVATE_UMA_PRIVATE_H

#include <string>
#include <ppapi/c/private/ppb_uma_private.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>

namespace pp {

class UMAPrivate {
public:
    UMAPrivate() : instance_(0) {}
    explicit UMAPrivate(const InstanceHandle &instance) : instance_(instance.pp_instance()) {}
    static bool IsAvailable();
    void HistogramCustomTimes(
        const std::string &name, int64_t sample, int64_t min, int64_t max, uint32_t bucket_count);
    void HistogramCustomCounts(
        const std::string &name, int32_t sample, int32_t min, int32_t max, uint32_t bucket_count);
    void HistogramEnumeration(const std::string &name, int32_t sample, int32_t boundary_value);
    int32_t IsCrashReportingEnabled(const CompletionCallback &callback);

private:
    PP_Instance instance_;
};

} // namespace pp

#endif
