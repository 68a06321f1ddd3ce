/* Programs for the browser with a main function: events wait in a queue, calls may block, files are
   those of nacl_io. The program is linked with -lppapi_simple -lnacl_io -lppapi, or with
   -lppapi_simple_cpp and -lppapi_cpp if it has classes of Pepper. */
#ifndef _PPAPI_SIMPLE_PS_H
#define _PPAPI_SIMPLE_PS_H

#include <ppapi/c/pp_instance.h>

#include "sdk_util/macros.h"

EXTERN_C_BEGIN

/* The instance, which the functions of Pepper take. */
PP_Instance PSGetInstanceId(void);

/* An interface of the browser, null if it has none of that name. */
const void *PSGetInterface(const char *__name);

EXTERN_C_END

#endif
