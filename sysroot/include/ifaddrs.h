/* Addresses of this machine, of which a program sees none. */
#ifndef _IFADDRS_H
#define _IFADDRS_H

#include <sys/cdefs.h>
#include <sys/socket.h>

struct ifaddrs {
    struct ifaddrs *ifa_next;
    char *ifa_name;
    unsigned ifa_flags;
    struct sockaddr *ifa_addr;
    struct sockaddr *ifa_netmask;
    struct sockaddr *ifa_dstaddr;
    void *ifa_data;
};
#define ifa_broadaddr ifa_dstaddr

__BEGIN_DECLS
int getifaddrs(struct ifaddrs **__list);
void freeifaddrs(struct ifaddrs *__list);
__END_DECLS

#endif
