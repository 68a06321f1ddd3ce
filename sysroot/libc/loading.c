/* Libraries that are loaded while the program runs. The host makes a module of the bytes
   of a file; what it needs of others is looked up and filled in here.

   A symbol is looked for in the program, then in the libraries that were opened with
   RTLD_GLOBAL, then in the library that was opened and those that it needs, breadth
   first. Modules stay when their library is closed: they are used again if the same file
   is opened once more. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "libraries.h"

/* All that were loaded, in that order. */
static struct library *libraries;
static struct library **libraries_end = &libraries;
/* Those that were opened for all, in that order. */
static struct library *globals;
static unsigned beginnings;
static struct __lock lock;
/* What a handle of the program points to. */
static struct library program;

static __thread char message[512];
static __thread bool has_message;

void *__pinnacle_library_error(const char *format, const char *first, const char *second) {
    snprintf(message, sizeof(message), format, first, second);
    has_message = true;
    return NULL;
}

char *dlerror(void) {
    if (!has_message)
        return NULL;
    has_message = false;
    return message;
}

static const struct symbol *find_in(const struct symbol *symbols, unsigned count, const char *name) {
    unsigned from = 0;
    while (from < count) {
        unsigned middle = from + (count - from) / 2;
        int order = strcmp(name, symbols[middle].name);
        if (order == 0)
            return &symbols[middle];
        if (order < 0)
            count = middle;
        else
            from = middle + 1;
    }
    return NULL;
}

/* A symbol, and the library that it is in; NULL if it is the program's. */
struct found {
    const struct symbol *symbol;
    struct library *library;
};

static struct found find_in_library(struct library *library, const char *name) {
    const struct module *module = library->module;
    return (struct found) {find_in(module->symbols, module->symbol_count, name), library};
}

/* In what all see: the program and the libraries that were opened for all. */
static struct found find_in_all(const char *name) {
    const struct program_symbols *shown = &__pinnacle_exports;
    struct found found = {find_in(shown->symbols, shown->symbol_count, name), NULL};
    for (struct library *library = globals; library && !found.symbol; library = library->next_global)
        found = find_in_library(library, name);
    return found;
}

/* A library and what it needs, breadth first. The list is freed by who asks; NULL if there
   is no memory. */
static struct library **all_of(struct library *root, unsigned *count) {
    unsigned known = 0;
    for (struct library *library = libraries; library; library = library->next) {
        library->is_marked = false;
        known++;
    }
    struct library **list = calloc(known + 1, sizeof(*list));
    if (!list)
        return __pinnacle_library_error("there is no memory%s%s", "", "");
    list[0] = root;
    root->is_marked = true;
    *count = 1;
    for (unsigned next = 0; next < *count; next++) {
        struct library *library = list[next];
        for (unsigned index = 0; index < library->module->library_count && library->needed; index++) {
            struct library *other = library->needed[index];
            if (other && !other->is_marked) {
                other->is_marked = true;
                list[(*count)++] = other;
            }
        }
    }
    return list;
}

static struct found find_in_list(struct library **list, unsigned count, const char *name) {
    struct found found = {NULL, NULL};
    for (unsigned index = 0; index < count && !found.symbol; index++)
        found = find_in_library(list[index], name);
    return found;
}

/* Notes that a library uses another, which has to stay as long as that. */
static bool note_use(struct library *library, struct library *other) {
    if (!other || other == library)
        return true;
    for (unsigned index = 0; index < library->module->library_count; index++)
        if (library->needed[index] == other)
            return true;
    for (unsigned index = 0; index < library->found_count; index++)
        if (library->found_in[index] == other)
            return true;
    struct library **more = realloc(library->found_in, (library->found_count + 1) * sizeof(*more));
    if (!more)
        return false;
    library->found_in = more;
    more[library->found_count++] = other;
    return true;
}

/* Fills in what a library needs. */
static bool bind(struct library *library, struct library **list, unsigned count) {
    if (library->module->exceptions)
        *library->module->exceptions = library->exceptions;
    for (unsigned index = 0; index < library->module->need_count; index++) {
        const struct need *need = &library->module->needs[index];
        struct found in = find_in_all(need->name);
        if (!in.symbol)
            in = find_in_list(list, count, need->name);
        const struct symbol *found = in.symbol;
        if (!found && !(need->flags & SYMBOL_MAY_BE_ABSENT)) {
            __pinnacle_library_error("%s: undefined symbol: %s", library->path, need->name);
            return false;
        }
        if (found && (found->flags & SYMBOL_IS_THREAD_LOCAL) != (need->flags & SYMBOL_IS_THREAD_LOCAL)) {
            __pinnacle_library_error("%s: %s is thread-local for some and not for others", library->path, need->name);
            return false;
        }
        if (found && !note_use(library, in.library)) {
            __pinnacle_library_error("%s: there is no memory%s", library->path, "");
            return false;
        }
        *need->slot = found ? found->address : NULL;
    }
    library->module->relocate();
    library->is_bound = true;
    return true;
}

static void begin(struct library *library) {
    if (library->has_begun)
        return;
    library->has_begun = true;
    library->begun = ++beginnings;
    for (const procedure *next = library->module->constructors; next != library->module->constructors_end; ++next)
        (*next)();
}

/* What a library needs begins before it, and the last one of a list first otherwise. */
static void begin_with_needed(struct library *library) {
    if (library->is_marked)
        return;
    library->is_marked = true;
    for (unsigned index = 0; index < library->module->library_count; index++)
        if (library->needed[index])
            begin_with_needed(library->needed[index]);
    begin(library);
}

void __call_exitprocs(int status, void *library);

static void end(struct library *library) {
    if (!library->has_begun)
        return;
    library->has_begun = false;
    /* What constructors have registered. */
    __call_exitprocs(0, library->module->handle);
    for (const procedure *next = library->module->destructors_end; next != library->module->destructors;)
        (*--next)();
}

/* The library that has begun last, of all or of those that are not marked. */
static struct library *last_begun(bool of_all) {
    struct library *last = NULL;
    for (struct library *library = libraries; library; library = library->next)
        if (library->has_begun && (of_all || !library->is_marked) && (!last || library->begun > last->begun))
            last = library;
    return last;
}

void __pinnacle_end_libraries(bool is_first) {
    struct library *library;
    /* They may need libraries that have become part of the program, and end with it. */
    if (is_first != (__pinnacle_exports.library_count != 0))
        return;
    while ((library = last_begun(true)))
        end(library);
}

static void mark(struct library *library) {
    if (!library || library->is_marked)
        return;
    library->is_marked = true;
    for (unsigned index = 0; index < library->module->library_count && library->needed; index++)
        mark(library->needed[index]);
    for (unsigned index = 0; index < library->found_count; index++)
        mark(library->found_in[index]);
}

static void mark_used(void) {
    for (struct library *library = libraries; library; library = library->next)
        library->is_marked = false;
    for (struct library *library = libraries; library; library = library->next)
        if (library->handles != 0 || library->stays)
            mark(library);
}

/* Closes the libraries that nothing uses any more. */
static void close_unused(void) {
    struct library *library;
    /* A destructor may open and close others. */
    for (mark_used(); (library = last_begun(false)); mark_used())
        end(library);
    for (struct library **place = &globals; *place;)
        if ((*place)->is_marked)
            place = &(*place)->next_global;
        else
            *place = (*place)->next_global;
    for (library = libraries; library; library = library->next)
        if (library->is_open && !library->is_marked) {
            free(library->needed);
            free(library->found_in);
            library->needed = library->found_in = NULL;
            library->found_count = 0;
            library->is_open = library->is_bound = library->is_global = false;
        }
}

static bool is_of_program(const char *name) {
    for (unsigned index = 0; index < __pinnacle_exports.library_count; index++)
        if (strcmp(__pinnacle_exports.libraries[index], name) == 0)
            return true;
    return false;
}

static void close_file(int file) {
    if (file >= 0)
        close(file);
}

/* The library of a file, with those that it needs. Of what is new nothing is bound yet. */
static struct library *load(const char *name, const struct library *by, int flags) {
    char path[1024];
    struct stat about;
    if (!strchr(name, '/'))
        for (struct library *library = libraries; library; library = library->next)
            if (library->is_open && strcmp(library->module->name, name) == 0)
                return library;
    int file = __pinnacle_open_library_file(name, by, path, sizeof(path));
    const int reason = errno;
    struct library *library = NULL;
    if (file < 0) {
        /* Where the program came from there is no folder of libraries; they lie together. */
        const char *end = by && !strchr(name, '/') ? strrchr(by->path, '/') : NULL;
        snprintf(path, sizeof(path), "%.*s%s", end ? (int) (end + 1 - by->path) : 0, end ? by->path : "", name);
        memset(&about, 0, sizeof(about));
    } else if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        close(file);
        return __pinnacle_library_error("%s: it is no file%s", path, "");
    }
    for (library = libraries; library; library = library->next)
        if (strcmp(library->path, path) == 0 && __pinnacle_is_same_file(&library->file, &about))
            break;
    if (library && library->is_open) {
        close_file(file);
        return library;
    }
    if (flags & RTLD_NOLOAD) {
        close_file(file);
        return __pinnacle_library_error("%s: it is not loaded%s", path, "");
    }
    if (library) {
        int error = __pinnacle_renew_module(library);
        if (error != 0) {
            close_file(file);
            return __pinnacle_library_error("%s: %s", path, strerror(error));
        }
    } else {
        library = __pinnacle_load_module(file, &about, path);
        if (library) {
            *libraries_end = library;
            libraries_end = &library->next;
        } else if (file < 0 && errno == ENOENT) {
            return by ? __pinnacle_library_error("%s: cannot open the library, which %s needs", name, by->path)
                      : __pinnacle_library_error("%s: cannot open the library: %s", name, strerror(reason));
        }
    }
    close_file(file);
    if (!library)
        return NULL;
    library->is_open = true;
    library->needed = calloc(library->module->library_count + 1, sizeof(*library->needed));
    for (unsigned index = 0; index < library->module->library_count; index++) {
        const char *other = library->module->libraries[index];
        if (!library->needed || (!is_of_program(other) && !(library->needed[index] = load(other, library, 0))))
            return NULL;
    }
    return library;
}

/* Shows a library to all. */
static void show(struct library *library) {
    struct library **end = &globals;
    while (*end)
        end = &(*end)->next_global;
    *end = library;
    library->next_global = NULL;
    library->is_global = true;
}

static void *open_library(const char *name, int flags) {
    const char *slash = strrchr(name, '/');
    if (is_of_program(slash ? slash + 1 : name))
        return &program;
    struct library *library = load(name, NULL, flags);
    unsigned count = 0;
    struct library **list = library ? all_of(library, &count) : NULL;
    bool is_good = list != NULL;
    for (unsigned index = 0; index < count && is_good; index++)
        is_good = list[index]->is_bound || bind(list[index], list, count);
    if (!is_good) {
        free(list);
        close_unused();
        return NULL;
    }
    for (unsigned index = 0; index < count; index++) {
        if ((flags & RTLD_GLOBAL) && !list[index]->is_global)
            show(list[index]);
        list[index]->is_marked = false;
    }
    library->handles++;
    library->stays |= (flags & RTLD_NODELETE) != 0;
    while (count != 0)
        begin_with_needed(list[--count]);
    free(list);
    return library;
}

void *dlopen(const char *name, int flags) {
    if (!(flags & (RTLD_LAZY | RTLD_NOW)))
        return __pinnacle_library_error("dlopen needs RTLD_LAZY or RTLD_NOW%s%s", "", "");
    if (!name)
        return &program;
    __lock_take_recursive(&lock);
    void *handle = open_library(name, flags);
    __lock_give_recursive(&lock);
    return handle;
}

/* The library of a handle, if it is one. */
static struct library *library_of(void *handle) {
    for (struct library *library = libraries; library; library = library->next)
        if (handle == library && library->handles != 0)
            return library;
    return NULL;
}

static const struct symbol *find(void *handle, const char *name) {
    if (handle == RTLD_NEXT)
        return __pinnacle_library_error("%s: RTLD_NEXT: it is not known who calls dlsym%s", name, "");
    struct found found = {NULL, NULL};
    struct library *library = library_of(handle);
    unsigned count = 0;
    if (handle == RTLD_DEFAULT || handle == &program) {
        found = find_in_all(name);
    } else if (library) {
        struct library **list = all_of(library, &count);
        if (!list)
            return NULL;
        found = find_in_list(list, count, name);
        free(list);
    } else {
        return __pinnacle_library_error("%s: the handle is that of no library%s", name, "");
    }
    return found.symbol ? found.symbol : __pinnacle_library_error("undefined symbol: %s%s", name, "");
}

void *dlsym(void *restrict handle, const char *restrict name) {
    __lock_take_recursive(&lock);
    const struct symbol *symbol = find(handle, name);
    __lock_give_recursive(&lock);
    if (!symbol)
        return NULL;
    if (symbol->flags & SYMBOL_IS_THREAD_LOCAL)
        return ((void *(*)(void)) symbol->address)();
    return symbol->address;
}

int dlclose(void *handle) {
    if (handle == &program)
        return 0;
    __lock_take_recursive(&lock);
    struct library *library = library_of(handle);
    if (library) {
        library->handles--;
        close_unused();
    } else {
        __pinnacle_library_error("the handle is that of no library%s%s", "", "");
    }
    __lock_give_recursive(&lock);
    return library ? 0 : -1;
}
