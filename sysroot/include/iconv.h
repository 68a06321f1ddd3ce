/* Conversions of text: ASCII, ISO-8859-1 and -15, UTF-8, UTF-16, UTF-32, UCS-2, UCS-4,
   WCHAR_T. */
#ifndef _ICONV_H
#define _ICONV_H

#include <stddef.h>
#include <sys/cdefs.h>

typedef void *iconv_t;

__BEGIN_DECLS
iconv_t iconv_open(const char *__to, const char *__from);
size_t iconv(iconv_t __conversion, char **__restrict __input, size_t *__restrict __input_size,
    char **__restrict __output, size_t *__restrict __output_size);
int iconv_close(iconv_t __conversion);
__END_DECLS

#endif
