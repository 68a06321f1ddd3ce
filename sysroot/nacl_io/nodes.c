/* What all files and file systems have: counts of references, listings, options. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nacl_io/files.h"

void __nacl_io_begin_node(
    struct node *node, const struct node_operations *operations, uint32_t mode, struct file_system *system) {
    static uint64_t numbers;
    node->operations = operations;
    node->references = 1;
    node->mode = mode;
    node->number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
    node->system = system;
    if (system)
        __atomic_fetch_add(&system->references, 1, __ATOMIC_RELAXED);
}

void __nacl_io_release_node(struct node *node) {
    if (!node)
        return;
    struct file_system *system = node->system;
    if (__atomic_sub_fetch(&node->references, 1, __ATOMIC_ACQ_REL) == 0)
        node->operations->destroy(node);
    __nacl_io_release_system(system);
}

void __nacl_io_release_system(struct file_system *system) {
    if (system && __atomic_sub_fetch(&system->references, 1, __ATOMIC_ACQ_REL) == 0)
        system->operations->destroy(system);
}

int __nacl_io_add_entry(struct listing *listing, uint64_t number, const char *name, size_t length) {
    if (length > MAXNAMLEN)
        return 0;
    if (listing->count == listing->room) {
        size_t room = listing->room ? 2 * listing->room : 16;
        struct listing_entry *more = realloc(listing->entries, room * sizeof(*more));
        if (!more)
            return ENOMEM;
        listing->entries = more;
        listing->room = room;
    }
    char *copy = strndup(name, length);
    if (!copy)
        return ENOMEM;
    listing->entries[listing->count++] = (struct listing_entry) {number, copy};
    return 0;
}

void __nacl_io_free_listing(struct listing *listing) {
    if (!listing)
        return;
    for (size_t index = 0; index < listing->count; ++index)
        free(listing->entries[index].name);
    free(listing->entries);
    free(listing);
}

bool __nacl_io_option(const char *options, const char *name, char *value, size_t room) {
    size_t length = strlen(name);
    for (const char *option = options; option; option = strchr(option, ',')) {
        option += *option == ',';
        if (strncmp(option, name, length) != 0 || option[length] != '=')
            continue;
        const char *begin = option + length + 1;
        size_t size = strcspn(begin, ",");
        if (size >= room)
            return false;
        memcpy(value, begin, size);
        value[size] = 0;
        return true;
    }
    return false;
}

struct timespec __nacl_io_now(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    return now;
}
