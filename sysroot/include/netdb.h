/* Names of the internet. Addresses written as numbers are understood, and names where a
   library can look them up, such as nacl_io. */
#ifndef _NETDB_H
#define _NETDB_H

#include <netinet/in.h>
#include <sys/cdefs.h>
#include <sys/socket.h>

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]

struct servent {
    char *s_name;
    char **s_aliases;
    int s_port;
    char *s_proto;
};

struct protoent {
    char *p_name;
    char **p_aliases;
    int p_proto;
};

struct addrinfo {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};

#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define AI_V4MAPPED 8
#define AI_ALL 0x10
#define AI_ADDRCONFIG 0x20
#define AI_NUMERICSERV 0x400

#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_NAMEREQD 8
#define NI_DGRAM 16
#define NI_MAXHOST 1025
#define NI_MAXSERV 32

#define EAI_BADFLAGS (-1)
#define EAI_NONAME (-2)
#define EAI_AGAIN (-3)
#define EAI_FAIL (-4)
#define EAI_FAMILY (-6)
#define EAI_SOCKTYPE (-7)
#define EAI_SERVICE (-8)
#define EAI_MEMORY (-10)
#define EAI_SYSTEM (-11)
#define EAI_OVERFLOW (-12)

#define HOST_NOT_FOUND 1
#define TRY_AGAIN 2
#define NO_RECOVERY 3
#define NO_DATA 4
#define NO_ADDRESS NO_DATA

__BEGIN_DECLS
extern int h_errno;
int getaddrinfo(const char *__restrict __host, const char *__restrict __service,
    const struct addrinfo *__restrict __hints, struct addrinfo **__restrict __result);
void freeaddrinfo(struct addrinfo *__list);
const char *gai_strerror(int __error);
int getnameinfo(const struct sockaddr *__restrict __address, socklen_t __size, char *__restrict __host,
    socklen_t __host_size, char *__restrict __service, socklen_t __service_size, int __flags);
struct hostent *gethostbyname(const char *__name);
struct hostent *gethostbyaddr(const void *__address, socklen_t __size, int __family);
struct servent *getservbyname(const char *__name, const char *__protocol);
struct servent *getservbyport(int __port, const char *__protocol);
struct protoent *getprotobyname(const char *__name);
const char *hstrerror(int __error);
void herror(const char *__text);
__END_DECLS

#endif
