/* A descriptor that has one owner, which closes it. */
#ifndef PPAPI_CPP_PRIVATE_PASS_FILE_HANDLE_H
#define PPAPI_CPP_PRIVATE_PASS_FILE_HANDLE_H

#include <string.h>

#include <ppapi/c/private/pp_file_handle.h>
#include <ppapi/cpp/output_traits.h>

namespace pp {

class PassFileHandle {
    /* A descriptor on its way to another owner. */
    struct Passed {
        explicit Passed(PP_FileHandle handle) : handle(handle) {}
        PP_FileHandle handle;
    };

public:
    PassFileHandle() : handle_(PP_kInvalidFileHandle) {}
    explicit PassFileHandle(PP_FileHandle handle) : handle_(handle) {}
    PassFileHandle(PassFileHandle &other) : handle_(other.Release()) {}
    PassFileHandle(Passed passed) : handle_(passed.handle) {}
    PassFileHandle &operator=(const PassFileHandle &) = delete;
    ~PassFileHandle();

    operator Passed() { return Passed(Release()); }

    /* The caller owns the descriptor from now on. */
    PP_FileHandle Release() {
        PP_FileHandle handle = handle_;
        handle_ = PP_kInvalidFileHandle;
        return handle;
    }

private:
    PP_FileHandle handle_;
};

namespace internal {

template <> struct CallbackOutputTraits<PassFileHandle> {
    typedef PP_FileHandle StorageType;
    typedef PP_FileHandle *APIArgType;
    static void Initialize(StorageType *storage) { *storage = PP_kInvalidFileHandle; }
    static APIArgType StorageToAPIArg(StorageType &storage) { return &storage; }
    static PassFileHandle StorageToPluginArg(StorageType &storage) { return PassFileHandle(storage); }
};

} // namespace internal

} // namespace pp

#endif
