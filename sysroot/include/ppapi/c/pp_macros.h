/* What the headers of Pepper are written with. */
#ifndef PPAPI_C_PP_MACROS_H_
#define PPAPI_C_PP_MACROS_H_

#include "ppapi/c/pp_stdint.h"

/* The release of Chrome whose interfaces these are. */
#define PPAPI_RELEASE 49

/* Functions of headers are static in C, which would want a definition elsewhere. */
#ifdef __cplusplus
#define PP_INLINE inline
#elif defined(__GNUC__)
#define PP_INLINE static __inline__ __attribute__((__unused__))
#else
#define PP_INLINE static
#endif

/* An array of a negative size is an error while compiling. */
#define PP_COMPILE_ASSERT_SIZE_(NAME, TYPE, SIZE) \
  extern char pp_size_of_##NAME##_is_right[sizeof(TYPE) == (SIZE) ? 1 : -1]
#define PP_COMPILE_ASSERT_SIZE_IN_BYTES(NAME, SIZE) \
  PP_COMPILE_ASSERT_SIZE_(NAME, NAME, SIZE)
#define PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(NAME, SIZE) \
  PP_COMPILE_ASSERT_SIZE_(NAME, struct NAME, SIZE)
#define PP_COMPILE_ASSERT_UNION_SIZE_IN_BYTES(NAME, SIZE) \
  PP_COMPILE_ASSERT_SIZE_(NAME, union NAME, SIZE)
#define PP_COMPILE_ASSERT_ENUM_SIZE_IN_BYTES(NAME, SIZE) \
  PP_COMPILE_ASSERT_SIZE_(NAME, NAME, SIZE)

/* Marks the functions of a program that the browser calls. */
#if defined(__GNUC__)
#define PP_EXPORT __attribute__((visibility("default")))
#else
#define PP_EXPORT
#endif

#endif
