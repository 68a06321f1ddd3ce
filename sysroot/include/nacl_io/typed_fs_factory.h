/* Makes file systems of a class, which has this factory as a friend. */
#ifndef _NACL_IO_TYPED_FS_FACTORY_H
#define _NACL_IO_TYPED_FS_FACTORY_H

#include "nacl_io/fs_factory.h"

namespace nacl_io {

template <typename Type> class TypedFsFactory : public FsFactory {
public:
    virtual Error CreateFilesystem(const FsInitArgs &args, ScopedFilesystem *made) {
        sdk_util::ScopedRef<Type> system(new Type);
        Error error = system->Init(args);
        if (!error)
            *made = system;
        return error;
    }
};

}

#endif
