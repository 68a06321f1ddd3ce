/* Descriptors of open files. */
#include <unistd.h>

#include <ppapi/c/private/ppb_file_io_private.h>
#include <ppapi/cpp/private/file_io_private.h>

#include "ppapi_cpp/interfaces.h"

INTERFACE(files, PPB_FileIO_Private, PPB_FILEIO_PRIVATE_INTERFACE)

namespace pp {

PassFileHandle::~PassFileHandle() {
    if (handle_ != PP_kInvalidFileHandle)
        close(handle_);
}

int32_t FileIO_Private::RequestOSFileHandle(const CompletionCallbackWithOutput<PassFileHandle> &callback) {
    if (!files())
        return callback.MayForce(PP_ERROR_NOINTERFACE);
    return files()->RequestOSFileHandle(
        pp_resource(), callback.output(), callback.pp_completion_callback());
}

} // namespace pp
