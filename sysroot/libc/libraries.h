/* What the parts of dlopen have together: the libraries that were loaded, and their files. */
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "modules.h"

struct library {
    struct library *next, *next_global;
    void (*entry)(const struct module **);
    const struct module *module;
    /* What its tables of exceptions begin at. */
    uint32_t exceptions;
    char *path;
    struct stat file;
    /* What it needs; NULL for what is part of the program. */
    struct library **needed;
    /* What it does not need by name, but has found symbols in. */
    struct library **found_in;
    unsigned found_count;
    /* How many handles there are of it. */
    unsigned handles;
    bool is_open, is_global, is_bound, has_begun, stays;
    /* For walks over libraries. */
    bool is_marked;
    /* The number of its beginning, by which ends are ordered. */
    unsigned begun;
};

/* What dlerror says next: a message with two texts in it. Gives NULL. */
void *__pinnacle_library_error(const char *format, const char *first, const char *second);

/* The file of a library: by its path, or by its name in the folders of LD_LIBRARY_PATH, beside the
   library that needs it, in the current folder, in /lib and /usr/lib. Writes the path; gives a
   descriptor, or -1. */
int __pinnacle_open_library_file(const char *name, const struct library *by, char *path, size_t room);

bool __pinnacle_is_same_file(const struct stat *one, const struct stat *other);

/* Has the host make a module of a file, or of what it has by that name if there is none.
   Where nothing is by the name errno is ENOENT. */
struct library *__pinnacle_load_module(int file, const struct stat *about, const char *path);

/* Makes a module that is not used any more as it was at first; gives an error. */
int __pinnacle_renew_module(const struct library *library);

#endif
