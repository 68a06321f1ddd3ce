/* Programs that can be printed. */
#include <ppapi/c/dev/ppb_printing_dev.h>
#include <ppapi/cpp/dev/printing_dev.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/module.h>

#include "interfaces.h"

INTERFACE(printers, PPB_Printing_Dev, PPB_PRINTING_DEV_INTERFACE)

namespace pp {

namespace {

/* The object of an instance that can be printed, if it has one. */
Printing_Dev *printed(PP_Instance instance) {
    return static_cast<Printing_Dev *>(
        Instance::GetPerInstanceObject(instance, PPP_PRINTING_DEV_INTERFACE));
}

uint32_t formats(PP_Instance instance) {
    Printing_Dev *object = printed(instance);
    return object ? object->QuerySupportedPrintOutputFormats() : 0;
}

int32_t begin(PP_Instance instance, const PP_PrintSettings_Dev *settings) {
    Printing_Dev *object = printed(instance);
    return object ? object->PrintBegin(*settings) : 0;
}

PP_Resource pages(PP_Instance instance, const PP_PrintPageNumberRange_Dev *ranges, uint32_t count) {
    Printing_Dev *object = printed(instance);
    return object ? object->PrintPages(ranges, count).detach() : 0;
}

void end(PP_Instance instance) {
    if (Printing_Dev *object = printed(instance))
        object->PrintEnd();
}

PP_Bool is_unscaled(PP_Instance instance) {
    Printing_Dev *object = printed(instance);
    return PP_FromBool(object && object->IsPrintScalingDisabled());
}

const PPP_Printing_Dev functions = {formats, begin, pages, end, is_unscaled};

} // namespace

Printing_Dev::Printing_Dev(Instance *instance)
    : Resource(PASS_REF, printers() ? printers()->Create(instance->pp_instance()) : 0),
      instance_(instance) {
    Module::Get()->AddPluginInterface(PPP_PRINTING_DEV_INTERFACE, &functions);
    instance->AddPerInstanceObject(PPP_PRINTING_DEV_INTERFACE, this);
}

Printing_Dev::~Printing_Dev() {
    Instance::RemovePerInstanceObject(instance_, PPP_PRINTING_DEV_INTERFACE, this);
}

bool Printing_Dev::IsAvailable() {
    return printers() != nullptr;
}

int32_t Printing_Dev::GetDefaultPrintSettings(
    const CompletionCallbackWithOutput<PP_PrintSettings_Dev> &callback) const {
    if (!printers())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return printers()->GetDefaultPrintSettings(
        pp_resource(), callback.output(), callback.pp_completion_callback());
}

} // namespace pp
