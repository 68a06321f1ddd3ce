/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSDIRENT_H
#define _NACL_IO_OSDIRENT_H

#include <dirent.h>
#include <sys/types.h>

#include "sdk_util/macros.h"

#endif
