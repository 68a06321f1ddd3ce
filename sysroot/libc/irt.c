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

/* Changes when another IRT takes the place of the one before, so that tables are asked for again. */
static int generation = 1;

void __irt_replace(size_t (*query)(const char *name, void *table, size_t size)) {
    __irt_query = query;
    __atomic_fetch_add(&generation, 1, __ATOMIC_RELEASE);
}

/* Two threads may both fill the same table, with the same words. */
bool __irt_table(struct irt_table *interface) {
    int now = __atomic_load_n(&generation, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&interface->known, __ATOMIC_ACQUIRE) == now)
        return true;
    if (__irt_query(interface->name, interface->table, interface->size) != interface->size)
        return false;
    __atomic_store_n(&interface->known, now, __ATOMIC_RELEASE);
    return true;
}
