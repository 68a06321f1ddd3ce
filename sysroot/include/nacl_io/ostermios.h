/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSTERMIOS_H
#define _NACL_IO_OSTERMIOS_H

#include <termios.h>

#include "sdk_util/macros.h"

#endif
