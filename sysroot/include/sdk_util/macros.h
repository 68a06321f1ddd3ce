/* Macros that headers of the SDK's libraries share. */
#ifndef _SDK_UTIL_MACROS_H
#define _SDK_UTIL_MACROS_H

/* Stands among the private members of a class that is never copied. */
#ifndef DISALLOW_COPY_AND_ASSIGN
#define DISALLOW_COPY_AND_ASSIGN(type) \
    type(const type &);                \
    void operator=(const type &)
#endif

/* The size of a member of a structure, in bytes. */
#define MEMBER_SIZE(structure, member) sizeof(((structure *) 0)->member)

#ifdef __cplusplus
#define EXTERN_C_BEGIN extern "C" {
#define EXTERN_C_END }
#else
#define EXTERN_C_BEGIN
#define EXTERN_C_END
#endif

/* Has the arguments of a function checked against its format: the numbers of the format and of the
   first of them, counted from 1; 0 for a va_list. */
#define PRINTF_LIKE(format_number, first) __attribute__((format(printf, format_number, first)))

#endif
