/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPB_H_
#define PPAPI_C_PPB_H_

#include "ppapi/c/pp_macros.h"

typedef const void* (*PPB_GetInterface)(const char* interface_name);

#endif
