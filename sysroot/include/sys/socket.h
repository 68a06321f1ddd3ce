/* Sockets: those of libraries that have them, such as nacl_io. Without one none can be had. */
#ifndef _SYS_SOCKET_H
#define _SYS_SOCKET_H

#include <stdint.h>
#include <sys/cdefs.h>
#include <sys/types.h>
#include <sys/uio.h>

typedef uint32_t socklen_t;
typedef uint16_t sa_family_t;

#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_SEQPACKET 5
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL AF_UNIX
#define AF_INET 2
#define AF_INET6 10
#define AF_MAX 46
#define PF_UNSPEC AF_UNSPEC
#define PF_UNIX AF_UNIX
#define PF_LOCAL AF_LOCAL
#define PF_INET AF_INET
#define PF_INET6 AF_INET6
#define PF_MAX AF_MAX

#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SO_ACCEPTCONN 30
#define SOMAXCONN 128

#define SOCK_RDM 4
#define SCM_RIGHTS 1
#define SIOCATMARK 0x8905

#define MSG_OOB 1
#define MSG_CTRUNC 8
#define MSG_EOR 0x80
#define MSG_PEEK 2
#define MSG_DONTROUTE 4
#define MSG_TRUNC 0x20
#define MSG_DONTWAIT 0x40
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000

#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2

struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};

struct sockaddr_storage {
    sa_family_t ss_family;
    char __padding[118];
    uint64_t __alignment;
};

struct linger {
    int l_onoff;
    int l_linger;
};

struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    int msg_iovlen;
    void *msg_control;
    socklen_t msg_controllen;
    int msg_flags;
};

struct cmsghdr {
    socklen_t cmsg_len;
    int cmsg_level;
    int cmsg_type;
};
#define CMSG_ALIGN(size) (((size) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_DATA(control) ((unsigned char *) ((struct cmsghdr *) (control) + 1))
#define CMSG_SPACE(size) (CMSG_ALIGN(size) + CMSG_ALIGN(sizeof(struct cmsghdr)))
#define CMSG_LEN(size) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (size))
#define CMSG_FIRSTHDR(message) \
    ((message)->msg_controllen >= sizeof(struct cmsghdr) ? (struct cmsghdr *) (message)->msg_control : (struct cmsghdr *) 0)
#define CMSG_NXTHDR(message, control) \
    ((unsigned char *) (control) + CMSG_ALIGN((control)->cmsg_len) + sizeof(struct cmsghdr) \
            > (unsigned char *) (message)->msg_control + (message)->msg_controllen \
        ? (struct cmsghdr *) 0 \
        : (struct cmsghdr *) ((unsigned char *) (control) + CMSG_ALIGN((control)->cmsg_len)))

__BEGIN_DECLS
int sockatmark(int __socket);
int accept4(int __socket, struct sockaddr *__restrict __address, socklen_t *__restrict __size, int __flags);
int socket(int __family, int __type, int __protocol);
int socketpair(int __family, int __type, int __protocol, int __ends[2]);
int bind(int __socket, const struct sockaddr *__address, socklen_t __size);
int connect(int __socket, const struct sockaddr *__address, socklen_t __size);
int listen(int __socket, int __waiting);
int accept(int __socket, struct sockaddr *__restrict __address, socklen_t *__restrict __size);
int shutdown(int __socket, int __how);
int getsockname(int __socket, struct sockaddr *__restrict __address, socklen_t *__restrict __size);
int getpeername(int __socket, struct sockaddr *__restrict __address, socklen_t *__restrict __size);
int getsockopt(int __socket, int __level, int __name, void *__restrict __value, socklen_t *__restrict __size);
int setsockopt(int __socket, int __level, int __name, const void *__value, socklen_t __size);
ssize_t send(int __socket, const void *__buffer, size_t __size, int __flags);
ssize_t sendto(int __socket, const void *__buffer, size_t __size, int __flags, const struct sockaddr *__address,
    socklen_t __address_size);
ssize_t sendmsg(int __socket, const struct msghdr *__message, int __flags);
ssize_t recv(int __socket, void *__buffer, size_t __size, int __flags);
ssize_t recvfrom(int __socket, void *__restrict __buffer, size_t __size, int __flags,
    struct sockaddr *__restrict __address, socklen_t *__restrict __address_size);
ssize_t recvmsg(int __socket, struct msghdr *__message, int __flags);
__END_DECLS

#endif
