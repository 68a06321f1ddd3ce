/* Descriptors and open files: the functions of the IRT that take a descriptor. */
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libc/pipes.h"
#include "libc/readiness.h"
#include "nacl_io/files.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct open_file *files[MOST_DESCRIPTORS];

struct open_file *__nacl_io_take(int fd) {
    pthread_mutex_lock(&lock);
    struct open_file *file = fd >= 0 && fd < MOST_DESCRIPTORS ? files[fd] : NULL;
    if (file)
        ++file->references;
    pthread_mutex_unlock(&lock);
    return file;
}

void __nacl_io_release_file(struct open_file *file) {
    pthread_mutex_lock(&lock);
    bool is_last = --file->references == 0;
    pthread_mutex_unlock(&lock);
    if (!is_last)
        return;
    __nacl_io_release_node(file->node);
    __nacl_io_free_listing(file->listing);
    pthread_mutex_destroy(&file->lock);
    free(file->path);
    free(file);
}

/* Gives a file, whose reference it takes over, the lowest free number. */
static int place(struct open_file *file, int *fd) {
    int found = 0;
    pthread_mutex_lock(&lock);
    while (found < MOST_DESCRIPTORS && files[found])
        ++found;
    if (found < MOST_DESCRIPTORS)
        files[found] = file;
    pthread_mutex_unlock(&lock);
    if (found == MOST_DESCRIPTORS) {
        __nacl_io_release_file(file);
        return EMFILE;
    }
    *fd = found;
    return 0;
}

int __nacl_io_new_descriptor(struct node *node, int flags, const char *path) {
    struct open_file *file = calloc(1, sizeof(*file));
    if (!file || (path && !(file->path = strdup(path)))) {
        free(file);
        __nacl_io_release_node(node);
        return -ENOMEM;
    }
    file->node = node;
    file->references = 1;
    file->flags = flags;
    pthread_mutex_init(&file->lock, NULL);
    int fd, error = place(file, &fd);
    return error ? -error : fd;
}

void __nacl_io_close_all(void) {
    for (int fd = 0; fd < MOST_DESCRIPTORS; ++fd) {
        if (is_pipe(fd))
            __pipes->closed(fd);
        __nacl_io_descriptors.fdio.close(fd);
    }
}

void __nacl_io_exchange_files(struct open_file *other[MOST_DESCRIPTORS]) {
    pthread_mutex_lock(&lock);
    for (int fd = 0; fd < MOST_DESCRIPTORS; ++fd) {
        struct open_file *file = files[fd];
        files[fd] = other[fd];
        other[fd] = file;
    }
    pthread_mutex_unlock(&lock);
}

static int close_file(int fd) {
    struct open_file *file = NULL;
    pthread_mutex_lock(&lock);
    if (fd >= 0 && fd < MOST_DESCRIPTORS) {
        file = files[fd];
        files[fd] = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (!file)
        return EBADF;
    __nacl_io_release_file(file);
    __readiness_changed();
    return 0;
}

static int copy(int fd, int *new_fd) {
    struct open_file *file = __nacl_io_take(fd);
    return file ? place(file, new_fd) : EBADF;
}

static int copy_to(int fd, int new_fd) {
    if (new_fd < 0 || new_fd >= MOST_DESCRIPTORS)
        return EBADF;
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    pthread_mutex_lock(&lock);
    struct open_file *before = files[new_fd];
    files[new_fd] = file;
    pthread_mutex_unlock(&lock);
    if (before)
        __nacl_io_release_file(before);
    return 0;
}

static int read_file(int fd, void *bytes, size_t size, size_t *count) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    struct node *node = file->node;
    int error = 0;
    *count = 0;
    if ((file->flags & O_ACCMODE) == O_WRONLY)
        error = EBADF;
    else if (S_ISDIR(node->mode))
        error = EISDIR;
    else if (!node->operations->read)
        error = EINVAL;
    else if (node->is_stream)
        error = node->operations->read(node, 0, file->flags, bytes, size, count);
    else {
        pthread_mutex_lock(&file->lock);
        error = node->operations->read(node, file->position, file->flags, bytes, size, count);
        file->position += error ? 0 : (int64_t) *count;
        pthread_mutex_unlock(&file->lock);
    }
    __nacl_io_release_file(file);
    return error;
}

/* Where a file ends. */
static int end_of(struct node *node, int64_t *end) {
    struct nacl_irt_stat status;
    int error = node->operations->status(node, &status);
    *end = error ? 0 : status.st_size;
    return error;
}

static int write_at_position(struct open_file *file, const void *bytes, size_t size, size_t *count) {
    struct node *node = file->node;
    int error = 0;
    pthread_mutex_lock(&file->lock);
    if (file->flags & O_APPEND)
        error = end_of(node, &file->position);
    if (!error)
        error = node->operations->write(node, file->position, file->flags, bytes, size, count);
    file->position += error ? 0 : (int64_t) *count;
    pthread_mutex_unlock(&file->lock);
    return error;
}

static int write_file(int fd, const void *bytes, size_t size, size_t *count) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    struct node *node = file->node;
    int error;
    *count = 0;
    if ((file->flags & O_ACCMODE) == O_RDONLY)
        error = EBADF;
    else if (!node->operations->write)
        error = EINVAL;
    else if (node->is_stream)
        error = node->operations->write(node, 0, file->flags, bytes, size, count);
    else
        error = write_at_position(file, bytes, size, count);
    __nacl_io_release_file(file);
    return error;
}

/* Makes a file longer that ends before a position, as nacl_io did: the bytes between are zeros, also
   for a descriptor that only reads. */
static int lengthen(struct node *node, int64_t position) {
    int64_t end;
    if (!S_ISREG(node->mode) || node->keeps_size || end_of(node, &end) || position <= end)
        return 0;
    return node->operations->truncate && !node->operations->truncate(node, position) ? 0 : EINVAL;
}

static int seek(int fd, nacl_irt_off_t offset, int whence, nacl_irt_off_t *position) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    int64_t from = 0;
    int error = file->node->is_stream ? ESPIPE : 0;
    pthread_mutex_lock(&file->lock);
    if (whence == SEEK_CUR)
        from = file->position;
    else if (whence == SEEK_END)
        error = error ? error : end_of(file->node, &from);
    else if (whence != SEEK_SET)
        error = EINVAL;
    if (!error && (__builtin_add_overflow(from, offset, &from) || from < 0))
        error = EINVAL;
    if (!error)
        error = lengthen(file->node, from);
    if (!error)
        *position = file->position = from;
    pthread_mutex_unlock(&file->lock);
    __nacl_io_release_file(file);
    return error;
}

static int file_status(int fd, struct nacl_irt_stat *status) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    int error = file->node->operations->status(file->node, status);
    __nacl_io_release_file(file);
    return error;
}

/* Reads the entries of a folder, with the two that each has. */
static int read_listing(struct open_file *file) {
    struct listing *listing = calloc(1, sizeof(*listing));
    int error = listing ? 0 : ENOMEM;
    if (!error)
        error = __nacl_io_add_entry(listing, file->node->number, ".", 1);
    if (!error)
        error = __nacl_io_add_entry(listing, file->node->number, "..", 2);
    if (!error)
        error = file->node->operations->list(file->node, listing);
    if (error) {
        __nacl_io_free_listing(listing);
        return error;
    }
    __nacl_io_free_listing(file->listing);
    file->listing = listing;
    return 0;
}

/* Entries have the length that they need, in steps that keep numbers aligned. */
static int fill_entries(struct open_file *file, void *buffer, size_t size, size_t *count) {
    int error = file->position == 0 || !file->listing ? read_listing(file) : 0;
    *count = 0;
    while (!error && file->position < (int64_t) file->listing->count) {
        const struct listing_entry *entry = &file->listing->entries[file->position];
        size_t name = strlen(entry->name) + 1, whole = (offsetof(struct dirent, d_name) + name + 7) & ~(size_t) 7;
        if (whole > size - *count)
            return *count ? 0 : EINVAL;
        struct dirent *next = (struct dirent *) ((char *) buffer + *count);
        next->d_ino = (ino_t) entry->number;
        next->d_off = (off_t) ++file->position;
        next->d_reclen = (unsigned short) whole;
        memcpy(next->d_name, entry->name, name);
        *count += whole;
    }
    return error;
}

static int read_entries(int fd, void *buffer, size_t size, size_t *count) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    int error = ENOTDIR;
    if (file->node->operations->list) {
        pthread_mutex_lock(&file->lock);
        error = fill_entries(file, buffer, size, count);
        pthread_mutex_unlock(&file->lock);
    }
    __nacl_io_release_file(file);
    return error;
}

static int change_to_folder(int fd) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    int error = S_ISDIR(file->node->mode) && file->path ? __nacl_io_set_folder(file->path) : ENOTDIR;
    __nacl_io_release_file(file);
    return error;
}

static int change_mode(int fd, uint32_t mode) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    const struct node_operations *operations = file->node->operations;
    int error = operations->change_mode ? operations->change_mode(file->node, mode) : EINVAL;
    __nacl_io_release_file(file);
    return error;
}

static int sync_file(int fd) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    const struct node_operations *operations = file->node->operations;
    int error = file->node->is_stream ? EINVAL : operations->sync ? operations->sync(file->node) : 0;
    __nacl_io_release_file(file);
    return error;
}

static int truncate_file(int fd, nacl_irt_off_t length) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    const struct node_operations *operations = file->node->operations;
    int error = EINVAL;
    if ((file->flags & O_ACCMODE) == O_RDONLY)
        error = EACCES;
    else if (length >= 0 && operations->truncate)
        error = operations->truncate(file->node, length);
    __nacl_io_release_file(file);
    return error;
}

static int is_terminal(int fd, int *result) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    *result = file->node->is_terminal;
    __nacl_io_release_file(file);
    return *result ? 0 : ENOTTY;
}

const struct nacl_irt_dev_fdio __nacl_io_descriptors = {
    {close_file, copy, copy_to, read_file, write_file, seek, file_status, read_entries},
    change_to_folder,
    change_mode,
    sync_file,
    sync_file,
    truncate_file,
    is_terminal,
};

int __nacl_io_get_flags(int fd) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return -EBADF;
    int flags = file->flags & (O_ACCMODE | O_APPEND | O_NONBLOCK);
    __nacl_io_release_file(file);
    return flags;
}

int __nacl_io_set_flags(int fd, int flags) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return -EBADF;
    pthread_mutex_lock(&file->lock);
    file->flags = (file->flags & ~(O_APPEND | O_NONBLOCK)) | (flags & (O_APPEND | O_NONBLOCK));
    pthread_mutex_unlock(&file->lock);
    __nacl_io_release_file(file);
    return 0;
}

short __nacl_io_events(int fd) {
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return POLLNVAL;
    const struct node_operations *operations = file->node->operations;
    short events = POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
    if (operations->events)
        events = operations->events(file->node);
    __nacl_io_release_file(file);
    return events;
}

int __nacl_io_control(int fd, unsigned long request, void *argument) {
    if (request == FIONBIO) {
        int flags = __nacl_io_get_flags(fd);
        int wanted = *(int *) argument ? O_NONBLOCK : 0;
        return flags < 0 ? flags : __nacl_io_set_flags(fd, (flags & ~O_NONBLOCK) | wanted);
    }
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return -EBADF;
    const struct node_operations *operations = file->node->operations;
    int error = operations->control ? operations->control(file->node, request, argument) : ENOTTY;
    __nacl_io_release_file(file);
    return -error;
}

/* Reads a part of a file into memory. What follows its end stays zero. */
static int read_part(struct open_file *file, char *to, size_t length, int64_t offset) {
    struct node *node = file->node;
    int error = node->operations->read && !node->is_stream ? 0 : ENODEV;
    for (size_t count; !error && length > 0; length -= count, to += count, offset += (int64_t) count) {
        count = 0;
        error = node->operations->read(node, offset, file->flags, to, length, &count);
        if (count == 0)
            break;
    }
    return error;
}

/* A file is mapped as a copy of it, so changes never get into the file: with MAP_SHARED, memory that
   could be changed is refused. */
static int map_copy(struct open_file *file, const struct nacl_irt_memory *memory, void **address, size_t length,
    int protection, int flags, int64_t offset) {
    if (flags & MAP_SHARED && protection & PROT_WRITE)
        return EACCES;
    int kind = (flags & ~MAP_SHARED) | MAP_PRIVATE | MAP_ANONYMOUS;
    int error = memory->mmap(address, length, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (error)
        return error;
    error = read_part(file, *address, length, offset);
    if (!error && !(protection & PROT_WRITE))
        memory->mprotect(*address, length, protection);
    if (error)
        memory->munmap(*address, length);
    return error;
}

int __nacl_io_map(void **address, size_t length, int protection, int flags, int fd, nacl_irt_off_t offset) {
    struct nacl_irt_memory memory;
    if (__nacl_io_host(NACL_IRT_MEMORY_v0_3, &memory, sizeof(memory)) != sizeof(memory))
        return ENOSYS;
    if (flags & MAP_ANONYMOUS)
        return memory.mmap(address, length, protection, flags, fd, offset);
    struct open_file *file = __nacl_io_take(fd);
    if (!file)
        return EBADF;
    const struct node_operations *operations = file->node->operations;
    int error = operations->map
        ? operations->map(file->node, address, length, protection, flags, offset)
        : map_copy(file, &memory, address, length, protection, flags, offset);
    __nacl_io_release_file(file);
    return error;
}
