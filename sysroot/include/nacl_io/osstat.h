/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSSTAT_H
#define _NACL_IO_OSSTAT_H

#include <sys/stat.h>
#include <sys/statvfs.h>

#endif
