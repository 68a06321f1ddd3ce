/* A header of POSIX, by the name that the SDK has for it. */
#ifndef _NACL_IO_OSSOCKET_H
#define _NACL_IO_OSSOCKET_H

#include <sys/socket.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/types.h>

/* Programs look for this to know that there are sockets. */
#define PROVIDES_SOCKET_API

#endif
