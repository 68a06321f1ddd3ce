/* What must hold. */
#ifndef PPAPI_CPP_LOGGING_H
#define PPAPI_CPP_LOGGING_H

#include <cassert>

#define PP_DCHECK(condition) assert(condition)
#define PP_NOTREACHED() assert(false)

#endif
