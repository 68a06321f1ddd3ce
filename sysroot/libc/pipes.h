/* Pipes as the functions of files see them. */
#ifndef PIPES_H
#define PIPES_H

#include "internal.h"

struct pipes {
    bool (*has)(int fd);
    ssize_t (*read)(int fd, void *buffer, size_t size);
    ssize_t (*write)(int fd, const void *buffer, size_t size);
    /* A descriptor was copied to another number, or closed. */
    void (*copied)(int fd, int new_fd);
    void (*closed)(int fd);
    int (*get_flags)(int fd);
    void (*set_flags)(int fd, int flags);
    /* What poll says of it. */
    short (*events)(int fd);
};

/* Null as long as a program has made no pipe: what makes pipes is only part of programs that
   call it. */
extern const struct pipes *__pipes;

static inline bool is_pipe(int fd) {
    return __pipes && __pipes->has(fd);
}

#endif
