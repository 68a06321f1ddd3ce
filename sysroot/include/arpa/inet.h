/* Addresses of the internet as text. */
#ifndef _ARPA_INET_H
#define _ARPA_INET_H

#include <netinet/in.h>
#include <sys/cdefs.h>

__BEGIN_DECLS
in_addr_t inet_addr(const char *__text);
int inet_aton(const char *__text, struct in_addr *__address);
char *inet_ntoa(struct in_addr __address);
const char *inet_ntop(int __family, const void *__restrict __address, char *__restrict __text, socklen_t __size);
in_addr_t inet_lnaof(struct in_addr __address);
struct in_addr inet_makeaddr(in_addr_t __network, in_addr_t __host);
in_addr_t inet_netof(struct in_addr __address);
in_addr_t inet_network(const char *__text);
int inet_pton(int __family, const char *__restrict __text, void *__restrict __address);
__END_DECLS

#endif
