/* Interfaces of the IRT, asked for when they are first needed. */
#include "internal.h"

static size_t no_irt(const char *name, void *table, size_t size) {
    (void) name;
    (void) table;
    (void) size;
    return 0;
}

size_t (*__irt_query)(const char *name, void *table, size_t size) = no_irt;

size_t nacl_interface_query(const char *name, void *table, size_t size) {
    return __irt_query(name, table, size);
}

/* Two threads may both fill the same table, with the same words. */
bool __irt_table(struct irt_table *interface) {
    if (__atomic_load_n(&interface->known, __ATOMIC_ACQUIRE))
        return true;
    if (__irt_query(interface->name, interface->table, interface->size) != interface->size)
        return false;
    __atomic_store_n(&interface->known, 1, __ATOMIC_RELEASE);
    return true;
}
