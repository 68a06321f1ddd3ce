/* The types of POSIX, by the name that the SDK has for their header. */
#ifndef _NACL_IO_OSTYPES_H
#define _NACL_IO_OSTYPES_H

#include <sys/types.h>

#endif
