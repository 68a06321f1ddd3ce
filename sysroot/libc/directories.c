/* Reading folders: entries of the IRT in a buffer, handed out one by one. newlib's functions need a
   structure of their own for an open folder. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

struct __directory {
    int fd;
    size_t next;
    size_t filled;
    /* Where the entry that is handed out next lies among all of them. */
    off_t position;
    _LOCK_T lock;
    _Alignas(struct dirent) char buffer[4096];
};

DIR *fdopendir(int fd) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        return NULL;
    if (!S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        return NULL;
    }
    DIR *directory = calloc(1, sizeof(DIR));
    if (directory)
        directory->fd = fd;
    return directory;
}

DIR *opendir(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    DIR *directory = fdopendir(fd);
    if (!directory) {
        int error = errno;
        close(fd);
        errno = error;
    }
    return directory;
}

static struct dirent *next_entry(DIR *directory) {
    if (directory->next >= directory->filled) {
        int count = getdents(directory->fd, (struct dirent *) directory->buffer, sizeof(directory->buffer));
        if (count <= 0)
            return NULL;
        directory->next = 0;
        directory->filled = (size_t) count;
    }
    struct dirent *entry = (struct dirent *) (directory->buffer + directory->next);
    directory->next += entry->d_reclen;
    directory->position = entry->d_off;
    return entry;
}

struct dirent *readdir(DIR *directory) {
    __lock_acquire(directory->lock);
    struct dirent *entry = next_entry(directory);
    __lock_release(directory->lock);
    return entry;
}

int readdir_r(DIR *restrict directory, struct dirent *restrict buffer, struct dirent **restrict result) {
    __lock_acquire(directory->lock);
    int saved = errno;
    errno = 0;
    struct dirent *entry = next_entry(directory);
    int error = errno;
    errno = saved;
    if (entry)
        memcpy(buffer, entry, entry->d_reclen);
    __lock_release(directory->lock);
    *result = entry ? buffer : NULL;
    return entry ? 0 : error;
}

void rewinddir(DIR *directory) {
    __lock_acquire(directory->lock);
    lseek(directory->fd, 0, SEEK_SET);
    directory->next = 0;
    directory->filled = 0;
    directory->position = 0;
    __lock_release(directory->lock);
}

long telldir(DIR *directory) {
    return (long) directory->position;
}

void seekdir(DIR *directory, long position) {
    rewinddir(directory);
    while (directory->position < position && readdir(directory)) {
    }
}

int dirfd(DIR *directory) {
    return directory->fd;
}

int closedir(DIR *directory) {
    int fd = directory->fd;
    free(directory);
    return close(fd);
}

int alphasort(const struct dirent **one, const struct dirent **other) {
    return strcoll((*one)->d_name, (*other)->d_name);
}

int versionsort(const struct dirent **one, const struct dirent **other) {
    return strverscmp((*one)->d_name, (*other)->d_name);
}

static void free_entries(struct dirent **entries, size_t count) {
    while (count > 0)
        free(entries[--count]);
    free(entries);
}

int scandir(
    const char *path,
    struct dirent ***result,
    int (*wanted)(const struct dirent *),
    int (*compare)(const struct dirent **, const struct dirent **)) {
    DIR *directory = opendir(path);
    if (!directory)
        return -1;
    struct dirent **entries = NULL;
    size_t count = 0, room = 0;
    bool failed = false;
    for (struct dirent *entry; !failed && (entry = readdir(directory)) != NULL;) {
        if (wanted && !wanted(entry))
            continue;
        if (count == room) {
            room = room ? 2 * room : 16;
            struct dirent **more = realloc(entries, room * sizeof(*entries));
            entries = more ? more : entries;
            failed = !more;
        }
        struct dirent *copy = failed ? NULL : malloc(entry->d_reclen);
        failed = !copy;
        if (copy)
            entries[count++] = memcpy(copy, entry, entry->d_reclen);
    }
    closedir(directory);
    if (failed) {
        free_entries(entries, count);
        return result_of(ENOMEM);
    }
    if (compare && count > 0)
        qsort(entries, count, sizeof(*entries), (int (*)(const void *, const void *)) compare);
    *result = entries;
    return (int) count;
}
