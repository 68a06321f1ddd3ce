/* Interfaces of networks, of which a program sees none. */
#ifndef _NET_IF_H
#define _NET_IF_H

#include <sys/cdefs.h>

#define IF_NAMESIZE 16
#define IFNAMSIZ IF_NAMESIZE

__BEGIN_DECLS
unsigned if_nametoindex(const char *__name);
char *if_indextoname(unsigned __index, char *__name);
__END_DECLS

#endif
