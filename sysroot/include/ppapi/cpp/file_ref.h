/* A place of a file or folder, whether there is one or not. */
#ifndef PPAPI_CPP_FILE_REF_H
#define PPAPI_CPP_FILE_REF_H

#include <vector>

#include <ppapi/c/pp_file_info.h>
#include <ppapi/c/ppb_file_ref.h>
#include <ppapi/cpp/completion_callback_with_output.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class DirectoryEntry;
class FileSystem;

class FileRef : public Resource {
public:
    FileRef() {}
    explicit FileRef(PP_Resource file) : Resource(file) {}
    FileRef(PassRef, PP_Resource file) : Resource(PASS_REF, file) {}
    FileRef(const FileSystem &system, const char *path);
    PP_FileSystemType GetFileSystemType() const;
    Var GetName() const;
    Var GetPath() const;
    FileRef GetParent() const;
    int32_t MakeDirectory(int32_t flags, const CompletionCallback &callback);
    int32_t Touch(PP_Time accessed, PP_Time modified, const CompletionCallback &callback);
    int32_t Delete(const CompletionCallback &callback);
    int32_t Rename(const FileRef &target, const CompletionCallback &callback);
    int32_t Query(const CompletionCallbackWithOutput<PP_FileInfo> &callback);
    int32_t ReadDirectoryEntries(const CompletionCallbackWithOutput<std::vector<DirectoryEntry> > &callback);
};

} // namespace pp

#include <ppapi/cpp/directory_entry.h>

#endif
