/* Files with their descriptors. */
#ifndef PPAPI_CPP_PRIVATE_FILE_IO_PRIVATE_H
#define PPAPI_CPP_PRIVATE_FILE_IO_PRIVATE_H

#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/file_io.h>
#include <ppapi/cpp/private/pass_file_handle.h>

namespace pp {

class FileIO_Private : public FileIO {
public:
    FileIO_Private() {}
    explicit FileIO_Private(const InstanceHandle &instance) : FileIO(instance) {}
    int32_t RequestOSFileHandle(const CompletionCallbackWithOutput<PassFileHandle> &callback);
};

} // namespace pp

#endif
