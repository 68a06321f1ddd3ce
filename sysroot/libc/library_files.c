/* The files of libraries, and the modules that the host makes of them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "libraries.h"

struct irt_modules {
    int (*load)(const void *bytes, size_t size, void (**entry)(const struct module **), char *message, size_t room);
    int (*renew)(void (*entry)(const struct module **));
    int (*load_named)(const char *name, void (**entry)(const struct module **), char *message, size_t room);
};

IRT_INTERFACE(irt_modules, struct irt_modules, "pinnacle-modules-0.1")

bool __pinnacle_is_same_file(const struct stat *one, const struct stat *other) {
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino && one->st_size == other->st_size
        && one->st_mtime == other->st_mtime;
}

/* Tries a path; says whether there is a file. */
static int try(char *path, size_t room, const char *folder, size_t length, const char *name) {
    int size = snprintf(path, room, "%.*s%s%s", (int) length, folder, length ? "/" : "", name);
    return size < 0 || (size_t) size >= room ? -1 : open(path, O_RDONLY);
}

int __pinnacle_open_library_file(const char *name, const struct library *by, char *path, size_t room) {
    if (strchr(name, '/'))
        return try(path, room, "", 0, name);
    int file = -1;
    const char *folders = getenv("LD_LIBRARY_PATH");
    while (folders && file < 0) {
        const char *colon = strchr(folders, ':');
        size_t length = colon ? (size_t) (colon - folders) : strlen(folders);
        file = try(path, room, folders, length, name);
        folders = colon ? colon + 1 : NULL;
    }
    const char *slash = by ? strrchr(by->path, '/') : NULL;
    if (file < 0 && slash)
        file = try(path, room, by->path, (size_t) (slash - by->path), name);
    static const char *const usual[] = {".", "/lib", "/usr/lib"};
    for (unsigned index = 0; index < sizeof(usual) / sizeof(*usual) && file < 0; index++)
        file = try(path, room, usual[index], strlen(usual[index]), name);
    return file;
}

#pragma weak __pinnacle_add_exceptions

static uint32_t add_exceptions(const struct module *module) {
    if (!module->exceptions || !__pinnacle_add_exceptions)
        return 0;
    return __pinnacle_add_exceptions(module->exception_types, module->exception_actions, module->exception_filters);
}

/* Reads a whole file; gives an error. */
static int read_file(int file, char *bytes, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = read(file, bytes + done, size - done);
        if (count <= 0)
            return count < 0 ? errno : EIO;
        done += (size_t) count;
    }
    return 0;
}

struct library *__pinnacle_load_module(int file, const struct stat *about, const char *path) {
    const struct irt_modules *irt = irt_modules();
    if (!irt)
        return __pinnacle_library_error("%s: this system cannot load code while a program runs%s", path, "");
    size_t size = (size_t) about->st_size;
    char *bytes = malloc(size ? size : 1);
    struct library *library = calloc(1, sizeof(*library));
    char *own_path = strdup(path);
    char text[256] = "";
    int error = bytes && library && own_path ? 0 : ENOMEM;
    if (error == 0 && file < 0)
        error = irt->load_named(path, &library->entry, text, sizeof(text));
    else if (error == 0 && (error = read_file(file, bytes, size)) == 0)
        error = irt->load(bytes, size, &library->entry, text, sizeof(text));
    free(bytes);
    if (error == 0) {
        library->entry(&library->module);
        const struct module *module = library->module;
        if (module && module->version == MODULE_VERSION) {
            library->exceptions = add_exceptions(module);
            library->path = own_path;
            library->file = *about;
            return library;
        }
        strcpy(text, "it is no library, or one of another version");
    }
    free(library);
    free(own_path);
    __pinnacle_library_error("%s: %s", path, text[0] ? text : strerror(error));
    errno = error;
    return NULL;
}

int __pinnacle_renew_module(const struct library *library) {
    return irt_modules()->renew(library->entry);
}
