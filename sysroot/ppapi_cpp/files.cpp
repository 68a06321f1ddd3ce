/* The files that a page has. */
#include <ppapi/c/ppb_file_system.h>
#include <ppapi/cpp/file_io.h>
#include <ppapi/cpp/file_ref.h>
#include <ppapi/cpp/file_system.h>

#include "interfaces.h"

INTERFACE(files, PPB_FileIO, PPB_FILEIO_INTERFACE)
INTERFACE(places, PPB_FileRef, PPB_FILEREF_INTERFACE)
INTERFACE(systems, PPB_FileSystem, PPB_FILESYSTEM_INTERFACE)

namespace pp {

FileSystem::FileSystem(const Resource &resource) {
    if (IsFileSystem(resource))
        static_cast<Resource &>(*this) = resource;
}

FileSystem::FileSystem(const InstanceHandle &instance, PP_FileSystemType type)
    : Resource(PASS_REF, systems()->Create(instance.pp_instance(), type)) {}

int32_t FileSystem::Open(int64_t expected_size, const CompletionCallback &callback) {
    return systems()->Open(pp_resource(), expected_size, callback.pp_completion_callback());
}

bool FileSystem::IsFileSystem(const Resource &resource) {
    return PP_ToBool(systems()->IsFileSystem(resource.pp_resource()));
}

FileRef::FileRef(const FileSystem &system, const char *path)
    : Resource(PASS_REF, places()->Create(system.pp_resource(), path)) {}

PP_FileSystemType FileRef::GetFileSystemType() const {
    return places()->GetFileSystemType(pp_resource());
}

Var FileRef::GetName() const {
    return Var(PASS_REF, places()->GetName(pp_resource()));
}

Var FileRef::GetPath() const {
    return Var(PASS_REF, places()->GetPath(pp_resource()));
}

FileRef FileRef::GetParent() const {
    return FileRef(PASS_REF, places()->GetParent(pp_resource()));
}

int32_t FileRef::MakeDirectory(int32_t flags, const CompletionCallback &callback) {
    return places()->MakeDirectory(pp_resource(), flags, callback.pp_completion_callback());
}

int32_t FileRef::Touch(PP_Time accessed, PP_Time modified, const CompletionCallback &callback) {
    return places()->Touch(pp_resource(), accessed, modified, callback.pp_completion_callback());
}

int32_t FileRef::Delete(const CompletionCallback &callback) {
    return places()->Delete(pp_resource(), callback.pp_completion_callback());
}

int32_t FileRef::Rename(const FileRef &target, const CompletionCallback &callback) {
    return places()->Rename(pp_resource(), target.pp_resource(), callback.pp_completion_callback());
}

int32_t FileRef::Query(const CompletionCallbackWithOutput<PP_FileInfo> &callback) {
    return places()->Query(pp_resource(), callback.output(), callback.pp_completion_callback());
}

int32_t FileRef::ReadDirectoryEntries(const CompletionCallbackWithOutput<std::vector<DirectoryEntry>> &callback) {
    return places()->ReadDirectoryEntries(pp_resource(), callback.output(), callback.pp_completion_callback());
}

FileIO::FileIO(const InstanceHandle &instance) : Resource(PASS_REF, files()->Create(instance.pp_instance())) {}

int32_t FileIO::Open(const FileRef &file, int32_t flags, const CompletionCallback &callback) {
    return files()->Open(pp_resource(), file.pp_resource(), flags, callback.pp_completion_callback());
}

int32_t FileIO::Query(PP_FileInfo *info, const CompletionCallback &callback) {
    return files()->Query(pp_resource(), info, callback.pp_completion_callback());
}

int32_t FileIO::Touch(PP_Time accessed, PP_Time modified, const CompletionCallback &callback) {
    return files()->Touch(pp_resource(), accessed, modified, callback.pp_completion_callback());
}

int32_t FileIO::Read(int64_t offset, char *buffer, int32_t size, const CompletionCallback &callback) {
    return files()->Read(pp_resource(), offset, buffer, size, callback.pp_completion_callback());
}

int32_t FileIO::Read(int32_t offset, int32_t most, const CompletionCallbackWithOutput<std::vector<char>> &callback) {
    PP_ArrayOutput output = callback.output();
    return files()->ReadToArray(pp_resource(), offset, most, &output, callback.pp_completion_callback());
}

int32_t FileIO::Write(int64_t offset, const char *buffer, int32_t size, const CompletionCallback &callback) {
    return files()->Write(pp_resource(), offset, buffer, size, callback.pp_completion_callback());
}

int32_t FileIO::SetLength(int64_t length, const CompletionCallback &callback) {
    return files()->SetLength(pp_resource(), length, callback.pp_completion_callback());
}

int32_t FileIO::Flush(const CompletionCallback &callback) {
    return files()->Flush(pp_resource(), callback.pp_completion_callback());
}

void FileIO::Close() {
    files()->Close(pp_resource());
}

} // namespace pp
