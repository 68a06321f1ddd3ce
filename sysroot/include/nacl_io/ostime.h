/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSTIME_H
#define _NACL_IO_OSTIME_H

#include <pthread.h>
#include <time.h>
#include <sys/time.h>
#include <utime.h>

#endif
