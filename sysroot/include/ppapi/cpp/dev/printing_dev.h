/* Programs that can be printed derive from it. */
#ifndef PPAPI_CPP_DEV_PRINTING_DEV_H
#define PPAPI_CPP_DEV_PRINTING_DEV_H

#include <ppapi/c/dev/ppp_printing_dev.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class Instance;

class Printing_Dev : public Resource {
public:
    explicit Printing_Dev(Instance *instance);
    virtual ~Printing_Dev();

    virtual uint32_t QuerySupportedPrintOutputFormats() = 0;
    virtual int32_t PrintBegin(const PP_PrintSettings_Dev &print_settings) = 0;
    virtual Resource PrintPages(
        const PP_PrintPageNumberRange_Dev *page_ranges, uint32_t page_range_count) = 0;
    virtual void PrintEnd() = 0;
    virtual bool IsPrintScalingDisabled() = 0;

    static bool IsAvailable();
    int32_t GetDefaultPrintSettings(
        const CompletionCallbackWithOutput<PP_PrintSettings_Dev> &callback) const;

private:
    InstanceHandle instance_;
};

} // namespace pp

#endif
