/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSMMAN_H
#define _NACL_IO_OSMMAN_H

#include <sys/mman.h>

#endif
