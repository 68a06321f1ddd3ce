/* Files that a library of the program has, such as nacl_io: what of them the IRT has no functions
   for. The rest goes through the tables of an IRT that the library has instead of the host's
   (`__irt_replace`). All descriptors are the library's then. */
#ifndef LAYER_H
#define LAYER_H

#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <termios.h>
#include <utime.h>

#include "internal.h"

/* Results below zero are numbers of errors with the other sign. */
struct socket_layer {
    int (*socket)(int family, int type, int protocol);
    int (*pair)(int family, int type, int protocol, int ends[2]);
    int (*bind)(int fd, const struct sockaddr *address, socklen_t size);
    int (*connect)(int fd, const struct sockaddr *address, socklen_t size);
    int (*listen)(int fd, int waiting);
    int (*accept)(int fd, struct sockaddr *address, socklen_t *size, int flags);
    int (*shutdown)(int fd, int how);
    /* Its own name, or that of the other end. */
    int (*name)(int fd, bool other, struct sockaddr *address, socklen_t *size);
    int (*get_option)(int fd, int level, int name, void *value, socklen_t *size);
    int (*set_option)(int fd, int level, int name, const void *value, socklen_t size);
    ssize_t (*send)(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t to_size);
    ssize_t (*receive)(int fd, void *bytes, size_t size, int flags, struct sockaddr *from, socklen_t *from_size);
    /* Looks up the addresses of a host, at most `room`. Gives their number. */
    int (*resolve)(const char *host, int family, struct sockaddr_storage *addresses, int room);
};

/* Calls of POSIX that a class of the program has (`nacl_io_cpp`), with the arguments and results of
   the functions of their names, and errno. A class has those of the IRT by other tables. */
struct class_calls {
    int (*pipe)(int ends[2]);
    int (*chown)(const char *path, uid_t owner, gid_t group);
    int (*fchown)(int fd, uid_t owner, gid_t group);
    int (*lchown)(const char *path, uid_t owner, gid_t group);
    int (*symlink)(const char *target, const char *path);
    int (*ftruncate)(int fd, off_t length);
    int (*utime)(const char *path, const struct utimbuf *times);
    int (*futimes)(int fd, const struct timeval times[2]);
    char *(*getwd)(char *path);
    mode_t (*umask)(mode_t mask);
    int (*mount)(const char *source, const char *target, const char *type, unsigned long flags, const void *data);
    int (*umount)(const char *target);
    int (*isatty)(int fd);
    int (*fcntl)(int fd, int request, va_list arguments);
    int (*ioctl)(int fd, int request, va_list arguments);
    int (*tcflush)(int fd, int queue);
    int (*tcgetattr)(int fd, struct termios *settings);
    int (*tcsetattr)(int fd, int when, const struct termios *settings);
    int (*kill)(pid_t process, int number);
    int (*sigaction)(int number, const struct sigaction *action, struct sigaction *before);
    _sig_func_ptr (*sigset)(int number, _sig_func_ptr function);
    int (*select)(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *timeout);
    int (*poll)(struct pollfd *files, nfds_t count, int timeout);
    int (*socket)(int family, int type, int protocol);
    int (*socketpair)(int family, int type, int protocol, int *ends);
    int (*bind)(int fd, const struct sockaddr *address, socklen_t size);
    int (*connect)(int fd, const struct sockaddr *address, socklen_t size);
    int (*listen)(int fd, int waiting);
    int (*accept)(int fd, struct sockaddr *address, socklen_t *size);
    int (*shutdown)(int fd, int how);
    int (*getsockname)(int fd, struct sockaddr *address, socklen_t *size);
    int (*getpeername)(int fd, struct sockaddr *address, socklen_t *size);
    int (*getsockopt)(int fd, int level, int name, void *value, socklen_t *size);
    int (*setsockopt)(int fd, int level, int name, const void *value, socklen_t size);
    ssize_t (*send)(int fd, const void *bytes, size_t size, int flags);
    ssize_t (*sendto)(
        int fd, const void *bytes, size_t size, int flags, const struct sockaddr *address, socklen_t address_size);
    ssize_t (*sendmsg)(int fd, const struct msghdr *message, int flags);
    ssize_t (*recv)(int fd, void *bytes, size_t size, int flags);
    ssize_t (*recvfrom)(
        int fd, void *bytes, size_t size, int flags, struct sockaddr *address, socklen_t *address_size);
    ssize_t (*recvmsg)(int fd, struct msghdr *message, int flags);
    struct hostent *(*gethostbyname)(const char *name);
    int (*getaddrinfo)(
        const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **addresses);
    void (*freeaddrinfo)(struct addrinfo *addresses);
    int (*getnameinfo)(
        const struct sockaddr *address,
        socklen_t size,
        char *host,
        size_t host_size,
        char *service,
        size_t service_size,
        unsigned int flags);
};

struct file_layer {
    /* The flags that a file was opened with; set_flags sets O_APPEND and O_NONBLOCK. */
    int (*get_flags)(int fd);
    int (*set_flags)(int fd, int flags);
    /* What poll says of it, POLLNVAL if it is not open. */
    short (*events)(int fd);
    int (*control)(int fd, unsigned long request, void *argument);
    const struct socket_layer *sockets;
    /* The calls that a class has, null within one of them. The function is null without a class. */
    const struct class_calls *(*class_calls)(void);
};

/* Null as long as no library has files. */
extern const struct file_layer *__file_layer;

static inline const struct class_calls *class_calls(void) {
    return __file_layer && __file_layer->class_calls ? __file_layer->class_calls() : NULL;
}

/* Begins a function that a class may have: its call is the result then. */
#define CALL_CLASS(call) \
    do { \
        const struct class_calls *of_class = class_calls(); \
        if (of_class) \
            return of_class->call; \
    } while (0)

static inline int layer_result(int result) {
    return result < 0 ? result_of(-result) : result;
}

#endif
