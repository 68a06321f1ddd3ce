/* Passwords made unreadable: declared, and not done. */
#ifndef _CRYPT_H
#define _CRYPT_H

#include <sys/cdefs.h>

__BEGIN_DECLS
char *crypt(const char *__key, const char *__salt);
void encrypt(char *__block, int __edflag);
void setkey(const char *__key);
__END_DECLS

#endif
