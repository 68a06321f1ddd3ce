/* The families of the internet. */
#ifndef _NETINET_IN_H
#define _NETINET_IN_H

#include <stdint.h>
#include <sys/cdefs.h>
#include <sys/socket.h>
#include <sys/types.h>

#ifndef _IN_ADDR_T_DECLARED
typedef uint32_t in_addr_t;
#define _IN_ADDR_T_DECLARED
#endif

#ifndef _IN_PORT_T_DECLARED
typedef uint16_t in_port_t;
#define _IN_PORT_T_DECLARED
#endif

#define IPPROTO_IP 0
#define IPPROTO_ICMP 1
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
#define IPPROTO_IPV6 41
#define IPPROTO_ICMPV6 58
#define IPPROTO_NONE 59
#define IPPROTO_RAW 255

#define INADDR_ANY ((in_addr_t) 0)
#define INADDR_LOOPBACK ((in_addr_t) 0x7f000001)
#define INADDR_BROADCAST ((in_addr_t) 0xffffffff)
#define INADDR_NONE ((in_addr_t) 0xffffffff)
#define IN_LOOPBACKNET 127

#define INET_ADDRSTRLEN 16
#define INET6_ADDRSTRLEN 46

#define IPV6_V6ONLY 26
#define IP_TOS 1
#define IP_TTL 2
#define IP_HDRINCL 3
#define IP_OPTIONS 4
#define IP_MULTICAST_IF 32
#define IP_MULTICAST_TTL 33
#define IP_MULTICAST_LOOP 34
#define IP_ADD_MEMBERSHIP 35
#define IP_DROP_MEMBERSHIP 36
#define IP_UNBLOCK_SOURCE 37
#define IP_BLOCK_SOURCE 38
#define IP_ADD_SOURCE_MEMBERSHIP 39
#define IP_DROP_SOURCE_MEMBERSHIP 40
#define MCAST_JOIN_GROUP 42
#define MCAST_LEAVE_GROUP 45
#define MCAST_JOIN_SOURCE_GROUP 46
#define MCAST_LEAVE_SOURCE_GROUP 47
#define IPV6_UNICAST_HOPS 16
#define IPV6_MULTICAST_IF 17
#define IPV6_MULTICAST_HOPS 18
#define IPV6_MULTICAST_LOOP 19
#define IPV6_JOIN_GROUP 20
#define IPV6_LEAVE_GROUP 21
#define IPV6_ADD_MEMBERSHIP IPV6_JOIN_GROUP
#define IPV6_DROP_MEMBERSHIP IPV6_LEAVE_GROUP

#define IPPORT_RESERVED 1024

struct in_addr {
    in_addr_t s_addr;
};

struct sockaddr_in {
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    unsigned char sin_zero[8];
};

struct in6_addr {
    union {
        uint8_t __bytes[16];
        uint16_t __shorts[8];
        uint32_t __words[4];
    } __in6;
};
#define s6_addr __in6.__bytes
#define s6_addr16 __in6.__shorts
#define s6_addr32 __in6.__words

struct sockaddr_in6 {
    sa_family_t sin6_family;
    in_port_t sin6_port;
    uint32_t sin6_flowinfo;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};

#define IN6_IS_ADDR_LOOPBACK(address) \
    ((address)->s6_addr32[0] == 0 && (address)->s6_addr32[1] == 0 && (address)->s6_addr32[2] == 0 \
        && (address)->s6_addr32[3] == 0x01000000)
#define IN6_IS_ADDR_MULTICAST(address) ((address)->s6_addr[0] == 0xff)
#define IN6_IS_ADDR_LINKLOCAL(address) ((address)->s6_addr[0] == 0xfe && ((address)->s6_addr[1] & 0xc0) == 0x80)
#define IN6_IS_ADDR_SITELOCAL(address) ((address)->s6_addr[0] == 0xfe && ((address)->s6_addr[1] & 0xc0) == 0xc0)
#define IN6_IS_ADDR_V4COMPAT(address) \
    ((address)->s6_addr32[0] == 0 && (address)->s6_addr32[1] == 0 && (address)->s6_addr32[2] == 0 \
        && (address)->s6_addr32[3] != 0 && (address)->s6_addr32[3] != 0x01000000)
#define IN6_ARE_ADDR_EQUAL(one, other) (__builtin_memcmp((one), (other), 16) == 0)

struct ip_mreq_source {
    struct in_addr imr_multiaddr;
    struct in_addr imr_interface;
    struct in_addr imr_sourceaddr;
};

struct group_req {
    uint32_t gr_interface;
    struct sockaddr_storage gr_group;
};

struct group_source_req {
    uint32_t gsr_interface;
    struct sockaddr_storage gsr_group;
    struct sockaddr_storage gsr_source;
};

struct ipv6_mreq {
    struct in6_addr ipv6mr_multiaddr;
    unsigned ipv6mr_interface;
};

struct ip_mreq {
    struct in_addr imr_multiaddr;
    struct in_addr imr_interface;
};

#define IN6ADDR_ANY_INIT {{{0}}}
#define IN6ADDR_LOOPBACK_INIT {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}}

#define IN6_IS_ADDR_UNSPECIFIED(a) \
    (((a)->s6_addr32[0] | (a)->s6_addr32[1] | (a)->s6_addr32[2] | (a)->s6_addr32[3]) == 0)
#define IN6_IS_ADDR_V4MAPPED(a) \
    (((a)->s6_addr32[0] | (a)->s6_addr32[1]) == 0 && (a)->s6_addr32[2] == 0xffff0000)

#define IN_CLASSA(a) (((a) & 0x80000000) == 0)
#define IN_CLASSB(a) (((a) & 0xc0000000) == 0x80000000)
#define IN_CLASSC(a) (((a) & 0xe0000000) == 0xc0000000)
#define IN_MULTICAST(a) (((a) & 0xf0000000) == 0xe0000000)

__BEGIN_DECLS
extern const struct in6_addr in6addr_any;
extern const struct in6_addr in6addr_loopback;
uint32_t htonl(uint32_t __value);
uint16_t htons(uint16_t __value);
uint32_t ntohl(uint32_t __value);
uint16_t ntohs(uint16_t __value);
__END_DECLS

#endif
