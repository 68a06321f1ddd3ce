/* Chrome's statistics of use. */
#include <ppapi/cpp/private/uma_private.h>
#include <ppapi/cpp/var.h>

#include "ppapi_cpp/interfaces.h"

INTERFACE(statistics, PPB_UMA_Private, PPB_UMA_PRIVATE_INTERFACE)

namespace pp {

bool UMAPrivate::IsAvailable() {
    return statistics() != nullptr;
}

void UMAPrivate::HistogramCustomTimes(
    const std::string &name, int64_t sample, int64_t min, int64_t max, uint32_t bucket_count) {
    if (statistics())
        statistics()->HistogramCustomTimes(instance_, Var(name).pp_var(), sample, min, max, bucket_count);
}

void UMAPrivate::HistogramCustomCounts(
    const std::string &name, int32_t sample, int32_t min, int32_t max, uint32_t bucket_count) {
    if (statistics())
        statistics()->HistogramCustomCounts(instance_, Var(name).pp_var(), sample, min, max, bucket_count);
}

void UMAPrivate::HistogramEnumeration(const std::string &name, int32_t sample, int32_t boundary_value) {
    if (statistics())
        statistics()->HistogramEnumeration(instance_, Var(name).pp_var(), sample, boundary_value);
}

int32_t UMAPrivate::IsCrashReportingEnabled(const CompletionCallback &callback) {
    if (!statistics())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return statistics()->IsCrashReportingEnabled(instance_, callback.pp_completion_callback());
}

} // namespace pp
