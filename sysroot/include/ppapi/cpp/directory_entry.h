/* What is in a folder. */
#ifndef PPAPI_CPP_DIRECTORY_ENTRY_H
#define PPAPI_CPP_DIRECTORY_ENTRY_H

#include <ppapi/c/pp_directory_entry.h>
#include <ppapi/cpp/file_ref.h>

namespace pp {

class DirectoryEntry {
public:
    DirectoryEntry() : type_(PP_FILETYPE_REGULAR) {}
    DirectoryEntry(PassRef, const PP_DirectoryEntry &entry) : file_(PASS_REF, entry.file_ref), type_(entry.file_type) {}
    bool is_null() const { return file_.is_null(); }
    FileRef file_ref() const { return file_; }
    PP_FileType file_type() const { return type_; }

private:
    FileRef file_;
    PP_FileType type_;
};

} // namespace pp

#endif
