/* An open file. */
#ifndef PPAPI_CPP_FILE_IO_H
#define PPAPI_CPP_FILE_IO_H

#include <vector>

#include <ppapi/c/pp_file_info.h>
#include <ppapi/c/ppb_file_io.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class FileRef;

class FileIO : public Resource {
public:
    FileIO() {}
    explicit FileIO(const InstanceHandle &instance);
    int32_t Open(const FileRef &file, int32_t flags, const CompletionCallback &callback);
    int32_t Query(PP_FileInfo *info, const CompletionCallback &callback);
    int32_t Touch(PP_Time accessed, PP_Time modified, const CompletionCallback &callback);
    int32_t Read(int64_t offset, char *buffer, int32_t size, const CompletionCallback &callback);
    int32_t Read(int32_t offset, int32_t most, const CompletionCallbackWithOutput<std::vector<char> > &callback);
    int32_t Write(int64_t offset, const char *buffer, int32_t size, const CompletionCallback &callback);
    int32_t SetLength(int64_t length, const CompletionCallback &callback);
    int32_t Flush(const CompletionCallback &callback);
    void Close();
};

} // namespace pp

#endif
