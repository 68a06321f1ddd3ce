/* Numbers of known sizes, and NULL. */
#ifndef PPAPI_C_PP_STDINT_H_
#define PPAPI_C_PP_STDINT_H_

#include <stddef.h>
#include <stdint.h>

#include "ppapi/c/pp_macros.h"

#endif
