/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSUNISTD_H
#define _NACL_IO_OSUNISTD_H

#include <unistd.h>

#endif
