/* Global variables, which clang describes to the runtime. */
#include <sys/lock.h>
#include <sys/mman.h>

#include "asan/asan.h"

/* The layout of clang's tables. */
struct global {
    uintptr_t start;
    uintptr_t size;
    uintptr_t size_with_redzone;
    const char *name;
    const char *module;
    uintptr_t is_initialised_dynamically;
    const struct {
        const char *file;
        int line;
        int column;
    } *location;
    uintptr_t indicator;
};

struct table {
    const struct table *next;
    const struct global *globals;
    uintptr_t count;
};

#define TABLES 1024

__LOCK_INIT(static, tables_lock)
static const struct table *tables;
static struct table *free_tables;
static uintptr_t free_table_count;

static void remember(const struct global *globals, uintptr_t count) {
    if (free_table_count == 0) {
        void *piece = mmap(NULL, TABLES * sizeof(struct table), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            return;
        free_tables = piece;
        free_table_count = TABLES;
    }
    struct table *table = free_tables++;
    --free_table_count;
    *table = (struct table) {tables, globals, count};
    tables = table;
}

EXPORTED void __asan_register_globals(const struct global *globals, uintptr_t count) {
    __asan_init();
    for (uintptr_t index = 0; index < count; ++index) {
        const struct global *global = &globals[index];
        __asan_mark(global->start, global->size_with_redzone, GLOBAL_REDZONE);
        __asan_open(global->start, global->size);
    }
    __lock_acquire(tables_lock);
    remember(globals, count);
    __lock_release(tables_lock);
}

/* Libraries are never unloaded, and destructors run while others are still to run. */
EXPORTED void __asan_unregister_globals(const struct global *globals, uintptr_t count) {
    (void) globals;
    (void) count;
}

/* The order of dynamic initialisation is not checked. */
EXPORTED void __asan_before_dynamic_init(const char *module) {
    (void) module;
}

EXPORTED void __asan_after_dynamic_init(void) {
}

bool __asan_describe_global(uintptr_t address) {
    bool found = false;
    for (const struct table *table = tables; table; table = table->next) {
        for (uintptr_t index = 0; index < table->count; ++index) {
            const struct global *global = &table->globals[index];
            /* An underflow lies in the red zone of the variable before, so that variables near by are named as well. */
            if (address + 32 < global->start || address >= global->start + global->size_with_redzone)
                continue;
            uintptr_t end = global->start + global->size;
            const char *side = address < global->start ? "before" : address < end ? "inside of" : "after";
            uintptr_t distance = address < global->start ? global->start - address
                                 : address < end         ? address - global->start
                                                         : address - end;
            __sanitizer_print("%p is located %u bytes %s global variable '%s' defined in '", (void *) address,
                              (unsigned) distance, side, global->name);
            if (global->location)
                __sanitizer_print("%s:%d:%d", global->location->file, global->location->line, global->location->column);
            else
                __sanitizer_print("%s", global->module);
            __sanitizer_print("' (%p) of size %u\n", (void *) global->start, (unsigned) global->size);
            found = true;
        }
    }
    if (found)
        __sanitizer_print("\n");
    return found;
}
