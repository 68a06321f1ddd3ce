/* Descriptors of the system that the browser gives to a program. */
#ifndef PPAPI_C_PRIVATE_PP_FILE_HANDLE_H_
#define PPAPI_C_PRIVATE_PP_FILE_HANDLE_H_

#include "ppapi/c/pp_macros.h"

typedef int PP_FileHandle;
static const PP_FileHandle PP_kInvalidFileHandle __attribute__((unused)) = -1;

#endif
