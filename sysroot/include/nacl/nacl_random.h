/* Random bytes of the host, as programs of the SDK ask for them. */
#ifndef _NACL_NACL_RANDOM_H
#define _NACL_NACL_RANDOM_H

#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* 0 if there are random bytes, else the number of an error. */
int nacl_secure_random_init(void);

/* Fills a buffer, or as much of it as the host gives at once. */
int nacl_secure_random(void *__buffer, size_t __size, size_t *__count);

__END_DECLS

#endif
