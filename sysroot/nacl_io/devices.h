/* Devices that have a file of their own here. */
#ifndef NACL_IO_DEVICES_H
#define NACL_IO_DEVICES_H

#include "nacl_io/files.h"

/* Each makes a node that lives as long as the devices do. */
struct node *__nacl_io_make_terminal(void);
struct node *__nacl_io_make_pipe(const char *name);
struct node *__nacl_io_make_console(int level);
struct node *__nacl_io_make_host_file(int fd);

/* The status of what has no size. */
int __nacl_io_device_status(struct node *node, struct nacl_irt_stat *status);

/* Bytes on their way, around the end of the room. */
struct ring {
    char *bytes;
    size_t room, start, size;
};

bool __nacl_io_ring_make(struct ring *ring, size_t room);
size_t __nacl_io_ring_write(struct ring *ring, const char *bytes, size_t size);
size_t __nacl_io_ring_read(struct ring *ring, char *bytes, size_t size);

#endif
