/* Characters of UTF-16 and UTF-32. wchar_t has a character of Unicode, too. */
#ifndef _UCHAR_H
#define _UCHAR_H

#include <stddef.h>
#include <stdint.h>
#include <sys/cdefs.h>
#include <wchar.h>


#ifndef __cplusplus
typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;
#endif

__BEGIN_DECLS
size_t mbrtoc16(char16_t *__restrict __to, const char *__restrict __from, size_t __size, mbstate_t *__restrict __state);
size_t c16rtomb(char *__restrict __to, char16_t __from, mbstate_t *__restrict __state);
size_t mbrtoc32(char32_t *__restrict __to, const char *__restrict __from, size_t __size, mbstate_t *__restrict __state);
size_t c32rtomb(char *__restrict __to, char32_t __from, mbstate_t *__restrict __state);
__END_DECLS

#endif
