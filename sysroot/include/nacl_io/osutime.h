/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSUTIME_H
#define _NACL_IO_OSUTIME_H

#include <utime.h>

#endif
