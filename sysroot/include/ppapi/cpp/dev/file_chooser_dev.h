/* The dialog in which a user chooses files. */
#ifndef PPAPI_CPP_DEV_FILE_CHOOSER_DEV_H
#define PPAPI_CPP_DEV_FILE_CHOOSER_DEV_H

#include <vector>
#include <ppapi/c/dev/ppb_file_chooser_dev.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/file_ref.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class FileChooser_Dev : public Resource {
public:
    FileChooser_Dev() {}
    FileChooser_Dev(const InstanceHandle &instance, PP_FileChooserMode_Dev mode, const Var &accept_types);
    /* Only after the user has done something. */
    virtual int32_t Show(const CompletionCallbackWithOutput<std::vector<FileRef> > &callback);
};

} // namespace pp

#endif
