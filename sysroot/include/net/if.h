/* Interfaces of networks, of which a program sees none. */
#ifndef _NET_IF_H
#define _NET_IF_H

#include <sys/cdefs.h>

#define IF_NAMESIZE 16
#define IFNAMSIZ IF_NAMESIZE

#define IFF_UP 1
#define IFF_BROADCAST 2
#define IFF_LOOPBACK 8
#define IFF_POINTOPOINT 0x10
#define IFF_RUNNING 0x40
#define IFF_MULTICAST 0x1000

struct if_nameindex {
    unsigned if_index;
    char *if_name;
};

__BEGIN_DECLS
struct if_nameindex *if_nameindex(void);
void if_freenameindex(struct if_nameindex *__list);
unsigned if_nametoindex(const char *__name);
char *if_indextoname(unsigned __index, char *__name);
__END_DECLS

#endif
