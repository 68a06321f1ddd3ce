/* Makes file systems of a type, for mount. */
#ifndef _NACL_IO_FS_FACTORY_H
#define _NACL_IO_FS_FACTORY_H

#include <errno.h>

#include "nacl_io/error.h"
#include "nacl_io/filesystem.h"
#include "sdk_util/scoped_ref.h"

namespace nacl_io {

class FsFactory {
public:
    virtual ~FsFactory() {
    }
    virtual Error CreateFilesystem(const FsInitArgs &args, ScopedFilesystem *made) = 0;
};

}

#endif
