/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PP_BOOL_H_
#define PPAPI_C_PP_BOOL_H_

#include "ppapi/c/pp_macros.h"

typedef enum {
  PP_FALSE = 0,
  PP_TRUE = 1
} PP_Bool;
PP_COMPILE_ASSERT_SIZE_IN_BYTES(PP_Bool, 4);

#ifdef __cplusplus
PP_INLINE PP_Bool PP_FromBool(bool value) {
  return value ? PP_TRUE : PP_FALSE;
}

PP_INLINE bool PP_ToBool(PP_Bool value) {
  return value != PP_FALSE;
}
#else
PP_INLINE PP_Bool PP_FromBool(int value) {
  return value ? PP_TRUE : PP_FALSE;
}

PP_INLINE int PP_ToBool(PP_Bool value) {
  return value != PP_FALSE;
}
#endif

#endif
