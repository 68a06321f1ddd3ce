/* The heap with red zones around blocks, and a queue of freed blocks that are
   not used again for a while. It is on top of libc's heap. */
#include <errno.h>
#include <string.h>

#include "asan/asan.h"
#include "heap.h"
#include "internal.h"

#define LEAST_ALIGNMENT 16u
#define LEAST_REDZONE 16u
#define MOST_REDZONE 2048u
#define LARGEST 0x7fff0000u
/* As much of a new block is filled, so that its contents are not zero by chance. */
#define FILLED 4096u
#define FILLING 0xbe
#define MEGABYTE (1u << 20)

struct block *__asan_blocks;

__LOCK_INIT(static, blocks_lock)
static struct block *oldest_freed, *newest_freed;
static size_t freed_bytes;
static size_t most_freed = SIZE_MAX;

void __asan_heap_lock(void) {
    __lock_acquire(blocks_lock);
}

void __asan_heap_unlock(void) {
    __lock_release(blocks_lock);
}

static size_t rounded(size_t size, size_t unit) {
    return (size + unit - 1) & ~(unit - 1);
}

static size_t redzone_after(size_t size) {
    size_t zone = size / 4;
    return zone < LEAST_REDZONE ? LEAST_REDZONE : zone > MOST_REDZONE ? MOST_REDZONE : rounded(zone, GRANULE);
}

static void give_back(struct block *block) {
    block->state = 0;
    __asan_mark((uintptr_t) block->allocation, rounded(block->whole, GRANULE), HEAP_REDZONE);
    struct chunk *chunk = chunk_of(block->allocation);
    __heap_lock();
    __heap_give(chunk);
    __heap_unlock();
}

/* Takes blocks from the queue until it has at most `most` bytes. The lock is held. */
static void shrink_queue(size_t most) {
    while (oldest_freed && freed_bytes > most) {
        struct block *block = oldest_freed;
        oldest_freed = block->next;
        if (!oldest_freed)
            newest_freed = NULL;
        freed_bytes -= block->whole;
        give_back(block);
    }
}

static struct chunk *take(size_t size) {
    __heap_lock();
    struct chunk *chunk = __heap_take(chunk_size_for(size));
    __heap_unlock();
    if (!chunk) {
        __asan_heap_lock();
        shrink_queue(0);
        __asan_heap_unlock();
        __heap_lock();
        chunk = __heap_take(chunk_size_for(size));
        __heap_unlock();
    }
    return chunk;
}

static void *out_of_memory(size_t size, const char *function) {
    if (!__sanitizer_flag(__asan_options, "allocator_may_return_null", false))
        __asan_report_misuse(size > LARGEST ? "allocation-size-too-big" : "out-of-memory", function, 0,
                             "allocation of %u bytes failed", (unsigned) size);
    errno = ENOMEM;
    return NULL;
}

EXPORTED void *__asan_allocate(size_t size, size_t alignment, enum allocation_kind kind, const char *function) {
    __asan_init();
    __asan_know_thread();
    if (alignment < LEAST_ALIGNMENT)
        alignment = LEAST_ALIGNMENT;
    if (size > LARGEST || alignment > LARGEST - size)
        return out_of_memory(size, function);
    size_t bytes = size ? size : 1;
    struct chunk *chunk = take(sizeof(struct block) + alignment + rounded(bytes, GRANULE) + redzone_after(bytes));
    if (!chunk)
        return out_of_memory(size, function);
    uintptr_t allocation = (uintptr_t) bytes_of(chunk);
    uintptr_t start = rounded(allocation + sizeof(struct block), alignment);
    struct block *block = (struct block *) start - 1;
    *block = (struct block) {
        .size = size,
        .allocation = (void *) allocation,
        .whole = chunk_size(chunk) - HEAD_SIZE,
        .kind = kind,
        .is_ignored = __asan_ignores_leaks(),
        .allocating_thread = __sanitizer_thread(),
        .allocated = __asan_trace(function),
    };
    __asan_mark(allocation, rounded(block->whole, GRANULE), HEAP_REDZONE);
    __asan_open(start, bytes);
    memset((void *) start, FILLING, bytes < FILLED ? bytes : FILLED);
    __asan_heap_lock();
    block->state = ALLOCATED;
    block->next = __asan_blocks;
    if (block->next)
        block->next->previous = block;
    __asan_blocks = block;
    __asan_heap_unlock();
    return (void *) start;
}

/* The block that begins at an address, or null: its head is marked in the shadow,
   so it is known to be memory. */
static struct block *block_at(const void *memory) {
    uintptr_t start = (uintptr_t) memory;
    if (start % LEAST_ALIGNMENT || start < sizeof(struct block) || start > __asan_last_address)
        return NULL;
    for (uintptr_t at = start - sizeof(struct block); at < start; at += GRANULE)
        if (*shadow_of(at) != HEAP_REDZONE)
            return NULL;
    struct block *block = (struct block *) start - 1;
    return block->state == ALLOCATED || block->state == QUARANTINED ? block : NULL;
}

static const char *const ways_to_allocate[] = {"malloc", "operator new", "operator new []"};
static const char *const ways_to_free[] = {"free", "operator delete", "operator delete []"};

EXPORTED void __asan_release(void *memory, enum allocation_kind kind, const char *function) {
    if (!memory)
        return;
    __asan_init();
    if (most_freed == SIZE_MAX)
        most_freed = (size_t) __sanitizer_number(__asan_options, "quarantine_size_mb", 32) * MEGABYTE;
    struct block *block = block_at(memory);
    if (!block)
        __asan_report_misuse("bad-free", function, (uintptr_t) memory,
                             "attempting free on address which was not malloc()-ed: %p", memory);
    if (__atomic_exchange_n(&block->state, QUARANTINED, __ATOMIC_ACQ_REL) != ALLOCATED)
        __asan_report_misuse("double-free", function, (uintptr_t) memory, "attempting double-free on %p", memory);
    if (block->kind != kind && __sanitizer_flag(__asan_options, "alloc_dealloc_mismatch", true))
        __asan_report_misuse("alloc-dealloc-mismatch", function, (uintptr_t) memory,
                             "alloc-dealloc-mismatch (%s vs %s) on %p", ways_to_allocate[block->kind], ways_to_free[kind],
                             memory);
    block->freed = __asan_trace(function);
    block->freeing_thread = __sanitizer_thread();
    __asan_mark(start_of(block), rounded(block->size ? block->size : 1, GRANULE), HEAP_FREED);
    __asan_heap_lock();
    if (block->previous)
        block->previous->next = block->next;
    else
        __asan_blocks = block->next;
    if (block->next)
        block->next->previous = block->previous;
    block->next = NULL;
    if (newest_freed)
        newest_freed->next = block;
    else
        oldest_freed = block;
    newest_freed = block;
    freed_bytes += block->whole;
    shrink_queue(most_freed);
    __asan_heap_unlock();
}

static const struct block *find(const struct block *list, uintptr_t address) {
    for (; list; list = list->next) {
        uintptr_t start = (uintptr_t) list->allocation;
        if (address >= start && address - start < rounded(list->whole, GRANULE))
            return list;
    }
    return NULL;
}

const struct block *__asan_find_block(uintptr_t address) {
    const struct block *block = find(__asan_blocks, address);
    return block ? block : find(oldest_freed, address);
}

size_t malloc_usable_size(void *memory) {
    struct block *block = memory ? block_at(memory) : NULL;
    if (memory && (!block || block->state != ALLOCATED))
        __asan_report_misuse("bad-malloc_usable_size", "malloc_usable_size", (uintptr_t) memory,
                             "attempting to call malloc_usable_size() for pointer which is not owned: %p", memory);
    return block ? block->size : 0;
}
