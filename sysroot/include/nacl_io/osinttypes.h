/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSINTTYPES_H
#define _NACL_IO_OSINTTYPES_H

#include <inttypes.h>
#include <stdint.h>

/* For size_t. */
#define PRIuS "zu"
#define SCNuS "zu"
/* For off_t. */
#define PRIoff "lld"

#endif
