/* The files that a page has. */
#ifndef PPAPI_CPP_FILE_SYSTEM_H
#define PPAPI_CPP_FILE_SYSTEM_H

#include <ppapi/c/pp_file_info.h>
#include <ppapi/c/ppb_file_system.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class FileSystem : public Resource {
public:
    FileSystem() {}
    explicit FileSystem(const Resource &resource);
    FileSystem(PassRef, PP_Resource system) : Resource(PASS_REF, system) {}
    FileSystem(const InstanceHandle &instance, PP_FileSystemType type);
    int32_t Open(int64_t expected_size, const CompletionCallback &callback);
    static bool IsFileSystem(const Resource &resource);
};

} // namespace pp

#endif
