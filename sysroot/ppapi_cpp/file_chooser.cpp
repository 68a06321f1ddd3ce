/* The dialog in which a user chooses files. */
#include <ppapi/cpp/dev/file_chooser_dev.h>
#include <ppapi/cpp/var.h>

#include "interfaces.h"

INTERFACE(choosers, PPB_FileChooser_Dev, PPB_FILECHOOSER_DEV_INTERFACE)

namespace pp {

FileChooser_Dev::FileChooser_Dev(
    const InstanceHandle &instance, PP_FileChooserMode_Dev mode, const Var &accept_types)
    : Resource(
          PASS_REF,
          choosers() ? choosers()->Create(instance.pp_instance(), mode, accept_types.pp_var()) : 0) {}

int32_t FileChooser_Dev::Show(const CompletionCallbackWithOutput<std::vector<FileRef>> &callback) {
    if (!choosers())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return choosers()->Show(pp_resource(), callback.output(), callback.pp_completion_callback());
}

} // namespace pp
