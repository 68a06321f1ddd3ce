// The interfaces of the IRT that only programs in development had. Those that Pinnacle has are in
// <irt.h>.
#ifndef IRT_DEV_H
#define IRT_DEV_H

#include <irt.h>

#endif
