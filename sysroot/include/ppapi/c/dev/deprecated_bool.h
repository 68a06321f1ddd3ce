/* `bool` for the interfaces that are older than PP_Bool. */
#ifndef PPAPI_C_DEV_DEPRECATED_BOOL_H_
#define PPAPI_C_DEV_DEPRECATED_BOOL_H_

#ifndef __cplusplus
#include <stdbool.h>
#endif

#endif
