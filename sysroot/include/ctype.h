/* Kinds of characters. Many sources ask for them of a `char`, which may be less than 0: the table
   has entries for these, too, as for EOF. newlib's macros warn of a `char` instead. */
#ifndef _CTYPE_H_
#define _CTYPE_H_

#include <_ansi.h>
#include <sys/cdefs.h>

#if __POSIX_VISIBLE >= 200809 || __MISC_VISIBLE || defined(_COMPILING_NEWLIB)
#include <sys/_locale.h>
#endif

#define _U 01
#define _L 02
#define _N 04
#define _S 010
#define _P 020
#define _C 040
#define _X 0100
#define _B 0200

__BEGIN_DECLS
int isalnum(int __c);
int isalpha(int __c);
#if __ISO_C_VISIBLE >= 1999
int isblank(int __c);
#endif
int iscntrl(int __c);
int isdigit(int __c);
int isgraph(int __c);
int islower(int __c);
int isprint(int __c);
int ispunct(int __c);
int isspace(int __c);
int isupper(int __c);
int isxdigit(int __c);
int tolower(int __c);
int toupper(int __c);

#if __MISC_VISIBLE || __XSI_VISIBLE
int isascii(int __c);
int toascii(int __c);
int _tolower(int __c);
int _toupper(int __c);
#define _tolower(c) ((unsigned char) (c) - 'A' + 'a')
#define _toupper(c) ((unsigned char) (c) - 'a' + 'A')
#endif

#if __POSIX_VISIBLE >= 200809
int isalnum_l(int __c, locale_t __locale);
int isalpha_l(int __c, locale_t __locale);
int isblank_l(int __c, locale_t __locale);
int iscntrl_l(int __c, locale_t __locale);
int isdigit_l(int __c, locale_t __locale);
int isgraph_l(int __c, locale_t __locale);
int islower_l(int __c, locale_t __locale);
int isprint_l(int __c, locale_t __locale);
int ispunct_l(int __c, locale_t __locale);
int isspace_l(int __c, locale_t __locale);
int isupper_l(int __c, locale_t __locale);
int isxdigit_l(int __c, locale_t __locale);
int tolower_l(int __c, locale_t __locale);
int toupper_l(int __c, locale_t __locale);
#endif

#if __MISC_VISIBLE
int isascii_l(int __c, locale_t __locale);
int toascii_l(int __c, locale_t __locale);
#endif

/* The entry of -128 is the first; what newlib indexes begins at that of -1. */
extern const char _ctype_b[];
#define __CTYPE_PTR (_ctype_b + 127)
#define __locale_ctype_ptr() __CTYPE_PTR
#define __locale_ctype_ptr_l(locale) __CTYPE_PTR

/* For the library of C++. */
extern const char _ctype_[];

#ifndef __cplusplus
/* The index is no expression of type char, of which clang would warn. */
#define __ctype_lookup(c) (__CTYPE_PTR[1 + (int) (c)])
#define __ctype_lookup_l(c, locale) __ctype_lookup(c)

#define isalpha(c) (__ctype_lookup(c) & (_U | _L))
#define isdigit(c) (__ctype_lookup(c) & (_N))
#define isxdigit(c) (__ctype_lookup(c) & (_X | _N))
#define isspace(c) (__ctype_lookup(c) & (_S))
#define ispunct(c) (__ctype_lookup(c) & (_P))
#define isalnum(c) (__ctype_lookup(c) & (_U | _L | _N))
#define isprint(c) (__ctype_lookup(c) & (_P | _U | _L | _N | _B))
#define isgraph(c) (__ctype_lookup(c) & (_P | _U | _L | _N))
#define iscntrl(c) (__ctype_lookup(c) & (_C))
#define isupper(c) ((__ctype_lookup(c) & (_U | _L)) == _U)
#define islower(c) ((__ctype_lookup(c) & (_U | _L)) == _L)
#if __ISO_C_VISIBLE >= 1999
#define isblank(c) \
    __extension__({ int __x = (c); (__ctype_lookup(__x) & _B) || __x == '\t'; })
#endif
#define toupper(c) __extension__({ int __x = (c); islower(__x) ? __x - 'a' + 'A' : __x; })
#define tolower(c) __extension__({ int __x = (c); isupper(__x) ? __x - 'A' + 'a' : __x; })
#if __MISC_VISIBLE || __XSI_VISIBLE
#define isascii(c) ((unsigned) (c) <= 0177)
#define toascii(c) ((c) & 0177)
#endif
#endif
__END_DECLS

#endif
