// The name of <endian.h> on BSD.
#ifndef SYS_ENDIAN_H
#define SYS_ENDIAN_H

#include <endian.h>

#endif
