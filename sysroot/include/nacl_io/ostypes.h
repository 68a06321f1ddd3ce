/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSTYPES_H
#define _NACL_IO_OSTYPES_H

#include <sys/types.h>

#endif
