#ifndef _SYS_RANDOM_H
#define _SYS_RANDOM_H

#include <sys/cdefs.h>
#include <sys/types.h>

#define GRND_NONBLOCK 1
#define GRND_RANDOM 2

__BEGIN_DECLS
ssize_t getrandom(void *__buffer, size_t __size, unsigned int __flags);
int getentropy(void *__buffer, size_t __size);
__END_DECLS

#endif
