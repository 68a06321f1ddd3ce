/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSSIGNAL_H
#define _NACL_IO_OSSIGNAL_H

#include <signal.h>

typedef void (*sighandler_t)(int);

#endif
