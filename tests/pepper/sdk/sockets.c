// Sockets of POSIX over the browser's, and waiting for several files.
// libraries: ppapi_simple nacl_io ppapi
// attribute: PS_VERBOSITY=1
// net: *
#include "check.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/socket.h>

static struct sockaddr_in local(int port) {
    return (struct sockaddr_in) {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t) port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
}

/* Accepts one connection and sends back what comes in capital letters. */
static void *serve(void *data) {
    int fd = accept(*(int *) data, NULL, NULL);
    char bytes[100];
    for (ssize_t size; (size = read(fd, bytes, sizeof bytes)) > 0;) {
        for (ssize_t index = 0; index < size; ++index)
            bytes[index] = (char) (bytes[index] & ~0x20);
        write(fd, bytes, (size_t) size);
    }
    close(fd);
    return NULL;
}

static void streams(void) {
    struct sockaddr_in address = local(0), other;
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1, type;
    CHECK("an address is bound", bind(listener, (struct sockaddr *) &address, sizeof address), 0);
    CHECK("it listens", listen(listener, 5), 0);
    CHECK("it has a name", getsockname(listener, (struct sockaddr *) &address, &size), 0);
    CHECK_TRUE("with a port", address.sin_port != 0);
    pthread_t thread;
    pthread_create(&thread, NULL, serve, &listener);
    int fd = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
    CHECK_ERROR("nothing goes before it is connected", send(fd, "x", 1, 0), ENOTCONN);
    CHECK("it connects", connect(fd, (struct sockaddr *) &address, sizeof address), 0);
    size = sizeof other;
    CHECK("the other end has a name", getpeername(fd, (struct sockaddr *) &other, &size), 0);
    CHECK("which is that of the listener", other.sin_port, address.sin_port);
    size = sizeof type;
    CHECK("an option is off", getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &type, &size) ? -1 : type, 0);
    CHECK("it is set", setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one), 0);
    CHECK("and read", getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &type, &size) ? -1 : type, 1);
    CHECK("of another kind", setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one), 0);
    CHECK("it is kept", getsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &type, &size) ? -1 : type, 1);
    CHECK_ERROR("options of datagrams", setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &one, sizeof one), ENOPROTOOPT);
    CHECK("its type", getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) ? -1 : type, SOCK_STREAM);
    CHECK("bytes go", send(fd, "hello", 5, 0), 5);
    struct pollfd entry = {fd, POLLIN, 0};
    CHECK("others come", poll(&entry, 1, -1), 1);
    char bytes[10] = "";
    CHECK("they can be looked at", recv(fd, bytes, 5, MSG_PEEK), 5);
    CHECK("and received", recv(fd, bytes, sizeof bytes, 0), 5);
    CHECK_TEXT("changed", bytes, "HELLO");
    CHECK_ERROR("nothing more comes", recv(fd, bytes, sizeof bytes, MSG_DONTWAIT), EAGAIN);
    CHECK("both ends are closed", shutdown(fd, SHUT_RDWR), 0);
    CHECK("nothing comes then", recv(fd, bytes, sizeof bytes, 0), 0);
    CHECK_ERROR("and nothing goes", send(fd, "x", 1, MSG_NOSIGNAL), EPIPE);
    close(fd);
    pthread_join(thread, NULL);
    close(listener);
    fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    CHECK_ERROR("connecting does not wait", connect(fd, (struct sockaddr *) &address, sizeof address), EINPROGRESS);
    entry = (struct pollfd) {fd, POLLOUT, 0};
    CHECK("its end is seen", poll(&entry, 1, -1), 1);
    size = sizeof type;
    CHECK("nobody listens", getsockopt(fd, SOL_SOCKET, SO_ERROR, &type, &size) ? -1 : type, ECONNREFUSED);
    close(fd);
}

static void options_of_datagrams(void) {
    int fd = socket(AF_INET, SOCK_DGRAM, 0), one = 1, value = 256;
    socklen_t size = sizeof value;
    CHECK_ERROR("too many hops", setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &value, size), EINVAL);
    CHECK("one hop", setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &one, size), 0);
    CHECK("no copies", setsockopt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &one, size), 0);
    CHECK_ERROR("options of streams", getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &value, &size), ENOPROTOOPT);
    close(fd);
    CHECK_ERROR("a kind that nobody has", socket(AF_INET, 99, 0), EINVAL);
    CHECK_ERROR("one that others have", socket(AF_INET, SOCK_RAW, 0), EPROTONOSUPPORT);
}

static void datagrams(void) {
    struct sockaddr_in address = local(0), from;
    socklen_t size = sizeof address;
    int receiver = socket(AF_INET, SOCK_DGRAM, 0), sender = socket(AF_INET, SOCK_DGRAM, 0);
    CHECK("a socket of datagrams", bind(receiver, (struct sockaddr *) &address, sizeof address), 0);
    getsockname(receiver, (struct sockaddr *) &address, &size);
    CHECK_ERROR("nobody to send to", send(sender, "x", 1, 0), EDESTADDRREQ);
    CHECK("one goes", sendto(sender, "first", 5, 0, (struct sockaddr *) &address, sizeof address), 5);
    CHECK("it is connected", connect(sender, (struct sockaddr *) &address, sizeof address), 0);
    CHECK("another goes", send(sender, "second", 6, 0), 6);
    fd_set reading;
    FD_ZERO(&reading);
    FD_SET(receiver, &reading);
    CHECK("select sees it", select(receiver + 1, &reading, NULL, NULL, NULL), 1);
    char bytes[10] = "";
    size = sizeof from;
    CHECK("what does not fit is lost", recvfrom(receiver, bytes, 3, 0, (struct sockaddr *) &from, &size), 3);
    CHECK_TEXT("the beginning is not", bytes, "fir");
    CHECK("it says from where", from.sin_addr.s_addr, htonl(INADDR_LOOPBACK));
    CHECK("each comes by itself", recv(receiver, bytes, sizeof bytes, 0), 6);
    close(receiver);
    close(sender);
}

/* Datagrams wait in the program until the browser has taken them, 512 KiB of them at most. */
static void waiting_datagrams(void) {
    static char bytes[16384];
    struct sockaddr_in address = local(0);
    socklen_t size = sizeof address;
    int receiver = socket(AF_INET, SOCK_DGRAM, 0), sender = socket(AF_INET, SOCK_DGRAM, 0);
    bind(receiver, (struct sockaddr *) &address, sizeof address);
    getsockname(receiver, (struct sockaddr *) &address, &size);
    connect(sender, (struct sockaddr *) &address, sizeof address);
    size_t total = 0;
    ssize_t sent = 0;
    while (total < 64 << 20 && (sent = send(sender, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        total += (size_t) sent;
    CHECK_ERROR("no more can wait", sent, EWOULDBLOCK);
    CHECK_TRUE("than there is room for", total >= 8 * 65536);
    struct pollfd entry = {sender, POLLOUT, 0};
    CHECK("some are taken", poll(&entry, 1, -1), 1);
    CHECK("then there is room", send(sender, bytes, sizeof bytes, MSG_DONTWAIT), sizeof bytes);
    CHECK("or the program waits", send(sender, bytes, sizeof bytes, 0), sizeof bytes);
    CHECK_ERROR("none is larger than the protocol allows", send(sender, bytes, 65508, 0), EMSGSIZE);
    close(sender);
    close(receiver);
    receiver = socket(AF_INET, SOCK_DGRAM, 0);
    sender = socket(AF_INET, SOCK_DGRAM, 0);
    address = local(0);
    bind(receiver, (struct sockaddr *) &address, sizeof address);
    getsockname(receiver, (struct sockaddr *) &address, &size);
    for (int index = 0; index < 3; ++index)
        sendto(sender, bytes, 100, MSG_DONTWAIT, (struct sockaddr *) &address, sizeof address);
    close(sender);
    for (int index = 0; index < 3; ++index)
        CHECK("what waits is sent after the socket is closed", recv(receiver, bytes, sizeof bytes, 0), 100);
    close(receiver);
}

static void *write_later(void *data) {
    usleep(1000);
    write(*(int *) data, "late", 4);
    return NULL;
}

static void pairs(void) {
    int ends[2], pipe_ends[2];
    char bytes[10];
    CHECK("a pair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    CHECK("a pipe beside it", pipe(pipe_ends), 0);
    struct pollfd entries[] = {{ends[1], POLLIN, 0}, {pipe_ends[0], POLLIN, 0}};
    CHECK("neither is ready", poll(entries, 2, 0), 0);
    pthread_t thread;
    pthread_create(&thread, NULL, write_later, &ends[0]);
    CHECK("one becomes ready", poll(entries, 2, -1), 1);
    CHECK("the pair", entries[0].revents, POLLIN);
    pthread_join(thread, NULL);
    CHECK("its bytes", read(ends[1], bytes, sizeof bytes), 4);
    write(pipe_ends[1], "x", 1);
    CHECK("the other one", poll(entries, 2, -1) == 1 ? entries[1].revents : 0, POLLIN);
    close(ends[0]);
    CHECK("the end", read(ends[1], bytes, sizeof bytes), 0);
    close(ends[1]);
}

/* Two ends that only send after a select must not wait for each other. */
static void more_than_fits(void) {
    static char many[200000];
    int ends[2];
    CHECK("a pair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    CHECK("as much as there is room for", send(ends[0], many, sizeof many, 0), 65536);
    CHECK_ERROR("no room", send(ends[0], many, 1, MSG_DONTWAIT), EAGAIN);
    close(ends[0]);
    close(ends[1]);
}

/* An address is bound once; a socket without one has that of zeros. */
static void names(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    CHECK("no name yet", getsockname(fd, (struct sockaddr *) &address, &size), 0);
    CHECK("of the family", address.sin_family == AF_INET && size == sizeof address, 1);
    CHECK("nothing but zeros", address.sin_port == 0 && address.sin_addr.s_addr == 0, 1);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK("a name", bind(fd, (struct sockaddr *) &address, size), 0);
    CHECK_ERROR("another name", bind(fd, (struct sockaddr *) &address, size), EINVAL);
    close(fd);
}

static void messages(void) {
    int ends[2], is_listening = -1;
    socklen_t size = sizeof is_listening;
    char bytes[10];
    CHECK("a pair for messages", socketpair(AF_UNIX, SOCK_DGRAM, 0, ends), 0);
    CHECK("a message", send(ends[0], "first", 5, 0), 5);
    CHECK("another", send(ends[0], "second", 6, 0), 6);
    CHECK("each has an end", recv(ends[1], bytes, sizeof bytes, 0), 5);
    CHECK("the rest of one is dropped", recv(ends[1], bytes, 3, 0), 3);
    CHECK("its beginning", memcmp(bytes, "sec", 3), 0);
    CHECK_ERROR("no more", recv(ends[1], bytes, sizeof bytes, MSG_DONTWAIT), EAGAIN);
    CHECK_ERROR("more than fits", send(ends[0], bytes, 65536, 0), EMSGSIZE);
    CHECK("nobody listens", getsockopt(ends[0], SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &size), 0);
    CHECK("so it says", is_listening, 0);
    close(ends[0]);
    CHECK("the end of messages", recv(ends[1], bytes, sizeof bytes, 0), 0);
    close(ends[1]);
    CHECK_ERROR("pairs of the internet", socketpair(AF_INET, SOCK_STREAM, 0, ends), EOPNOTSUPP);
    CHECK_ERROR("a pair without a place", socketpair(AF_UNIX, SOCK_STREAM, 0, NULL), EFAULT);
    CHECK_ERROR("a pair of another kind", socketpair(AF_UNIX, SOCK_RAW, 0, ends), EPROTOTYPE);
}

static void wrong(void) {
    struct sockaddr_in address = local(1);
    CHECK_ERROR("families that there are not", socket(77, SOCK_STREAM, 0), EAFNOSUPPORT);
    CHECK_ERROR("types that there are not", socket(AF_INET, SOCK_RAW, 0), EPROTONOSUPPORT);
    CHECK_ERROR("a file is not a socket", bind(1, (struct sockaddr *) &address, sizeof address), ENOTSOCK);
    CHECK_ERROR("nothing is not a socket", listen(99, 1), EBADF);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    CHECK_ERROR("datagrams are not listened for", listen(fd, 1), EOPNOTSUPP);
    CHECK_ERROR("no address", bind(fd, NULL, sizeof address), EFAULT);
    CHECK_ERROR("a descriptor before its address", bind(99, (struct sockaddr *) &address, 0), EBADF);
    CHECK_ERROR("half an address", bind(fd, (struct sockaddr *) &address, 4), EINVAL);
    close(fd);
    struct addrinfo *found;
    CHECK("a host is found", getaddrinfo("localhost", "80", NULL, &found), 0);
    freeaddrinfo(found);
}

int main(void) {
    streams();
    options_of_datagrams();
    datagrams();
    waiting_datagrams();
    pairs();
    messages();
    more_than_fits();
    names();
    wrong();
    return 0;
}
