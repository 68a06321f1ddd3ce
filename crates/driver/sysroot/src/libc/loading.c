/* Loading of code at run time, which fails. */
#include <dlfcn.h>
#include <stddef.h>

static __thread char *message;

void *dlopen(const char *path, int flags) {
    (void) path;
    (void) flags;
    message = "no code can be loaded while the program runs";
    return NULL;
}

void *dlsym(void *restrict library, const char *restrict name) {
    (void) library;
    (void) name;
    message = "the names of the program are not known while it runs";
    return NULL;
}

int dlclose(void *library) {
    (void) library;
    message = "there is no such library";
    return -1;
}

char *dlerror(void) {
    char *last = message;
    message = NULL;
    return last;
}
