/* The heap that all threads share.

   It consists of regions of mapped memory, each a row of chunks and a last
   head of size 0. Free chunks never touch each other. They stand in lists by
   size: below 256 one list for each size, above 32 lists for each power of
   two. Two levels of bit masks say which lists are not empty, so that taking
   and giving are a fixed number of steps. */
#include <string.h>
#include <sys/mman.h>

#include "batches.h"
#include "heap.h"
#include "internal.h"

#define LISTS 32
#define LIST_BITS 5
#define EXACT_LIMIT (LISTS * UNIT)
#define EXACT_BITS 8
#define LEVELS (32 - EXACT_BITS + 1)

/* How many chunks of a list are compared with a size. */
#define TRIES 8

#define REGION_UNIT 65536u
#define LARGEST_STEP (4u << 20)

__LOCK_INIT(static, heap_lock)

static uint32_t filled_levels;
static uint32_t filled_lists[LEVELS];
static struct chunk *lists[LEVELS][LISTS];

/* The region that was mapped last, and the size of all of them. */
static char *region_start, *region_end;
static size_t mapped_size;

void __heap_lock(void) {
    __lock_acquire(heap_lock);
}

void __heap_unlock(void) {
    __lock_release(heap_lock);
}

static unsigned highest_bit(size_t size) {
    return 31 - (unsigned) __builtin_clz((unsigned) size);
}

static unsigned level_of(size_t size) {
    return size < EXACT_LIMIT ? 0 : highest_bit(size) - EXACT_BITS + 1;
}

static unsigned list_of(size_t size, unsigned level) {
    return level == 0 ? size / UNIT : (size >> (level + EXACT_BITS - 1 - LIST_BITS)) - LISTS;
}

static struct chunk *following(struct chunk *chunk) {
    return (struct chunk *) ((char *) chunk + chunk_size(chunk));
}

static struct chunk *preceding(struct chunk *chunk) {
    return (struct chunk *) ((char *) chunk - ((uint32_t *) chunk)[-1]);
}

static void insert(struct chunk *chunk, size_t size) {
    unsigned level = level_of(size), list = list_of(size, level);
    struct chunk *first = lists[level][list];
    chunk->head = (chunk->head & PREVIOUS_FREE) | FREE | (uint32_t) size;
    chunk->previous = NULL;
    chunk->next = first;
    if (first)
        first->previous = chunk;
    lists[level][list] = chunk;
    filled_lists[level] |= 1u << list;
    filled_levels |= 1u << level;
    struct chunk *after = (struct chunk *) ((char *) chunk + size);
    ((uint32_t *) after)[-1] = (uint32_t) size;
    after->head |= PREVIOUS_FREE;
}

static void unlink_chunk(struct chunk *chunk) {
    if (chunk->next)
        chunk->next->previous = chunk->previous;
    if (chunk->previous) {
        chunk->previous->next = chunk->next;
        return;
    }
    size_t size = chunk_size(chunk);
    unsigned level = level_of(size), list = list_of(size, level);
    lists[level][list] = chunk->next;
    if (!chunk->next && !(filled_lists[level] &= ~(1u << list)))
        filled_levels &= ~(1u << level);
}

/* A free chunk of at least that size, still in its list. Above the exact
   lists, only some chunks of the list of this size are large enough, so a few
   are tried. All chunks of the lists after it are. */
static struct chunk *find(size_t size) {
    if (size >= EXACT_LIMIT) {
        unsigned level = level_of(size);
        struct chunk *chunk = lists[level][list_of(size, level)];
        for (unsigned tries = TRIES; chunk && tries; --tries) {
            if (chunk_size(chunk) >= size)
                return chunk;
            chunk = chunk->next;
        }
        size += ((size_t) 1 << (highest_bit(size) - LIST_BITS)) - 1;
    }
    unsigned level = level_of(size), list = list_of(size, level);
    uint32_t found = filled_lists[level] & (~0u << list);
    if (!found) {
        uint32_t levels = level + 1 < LEVELS ? filled_levels & (~0u << (level + 1)) : 0;
        if (!levels)
            return NULL;
        level = (unsigned) __builtin_ctz(levels);
        found = filled_lists[level];
    }
    return lists[level][__builtin_ctz(found)];
}

/* Maps more memory, a thirty-second of what there is or what is needed. If it
   touches the region before, the two become one. */
static bool grow(size_t needed) {
    size_t step = mapped_size / 32;
    if (step > LARGEST_STEP)
        step = LARGEST_STEP;
    /* A search may pass over the chunk that fits exactly, hence a little more
       than what is needed. */
    needed += needed / LISTS + 4 * UNIT;
    if (step < needed)
        step = needed;
    step = (step + REGION_UNIT - 1) & ~(size_t) (REGION_UNIT - 1);
    char *start = mmap(NULL, step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return false;
    mapped_size += step;

    char *end = start + step;
    /* Where heads lie: the bytes behind them are to be aligned. */
    struct chunk *chunk = (struct chunk *) (start + HEAD_SIZE);
    struct chunk *last = (struct chunk *) (end - HEAD_SIZE);
    if (start == region_end) {
        chunk = (struct chunk *) (start - HEAD_SIZE);
        region_end = end;
    } else if (end == region_start) {
        chunk->head = 0;
        last = (struct chunk *) (end + HEAD_SIZE);
        region_start = start;
    } else {
        chunk->head = 0;
        region_start = start;
        region_end = end;
    }
    if (last == (struct chunk *) (end - HEAD_SIZE))
        last->head = 0;
    chunk->head = (chunk->head & PREVIOUS_FREE) | (uint32_t) ((char *) last - (char *) chunk);
    __heap_give(chunk);
    return true;
}

struct chunk *__heap_take_free(size_t size, unsigned *count) {
    struct chunk *chunk = find(size);
    if (!chunk)
        return NULL;
    unlink_chunk(chunk);
    chunk->head &= ~FREE;
    following(chunk)->head &= ~PREVIOUS_FREE;
    size_t room = chunk_size(chunk) / size;
    if (*count > room)
        *count = room;
    __heap_trim(chunk, size * *count);
    return chunk;
}

struct chunk *__heap_take(size_t size) {
    unsigned one = 1;
    struct chunk *chunk = __heap_take_free(size, &one);
    if (!chunk && __batches_dissolve())
        chunk = __heap_take_free(size, &one);
    if (!chunk && grow(size))
        chunk = __heap_take_free(size, &one);
    return chunk;
}

void __heap_give(struct chunk *chunk) {
    size_t size = chunk_size(chunk);
    struct chunk *after = (struct chunk *) ((char *) chunk + size);
    if (after->head & FREE) {
        unlink_chunk(after);
        size += chunk_size(after);
    }
    if (chunk->head & PREVIOUS_FREE) {
        chunk = preceding(chunk);
        unlink_chunk(chunk);
        size += chunk_size(chunk);
    }
    insert(chunk, size);
}

void __heap_give_list(void *list) {
    while (list) {
        struct chunk *chunk = chunk_of(list);
        list = *(void **) list;
        __heap_give(chunk);
    }
}

void __heap_trim(struct chunk *chunk, size_t size) {
    size_t rest = chunk_size(chunk) - size;
    if (rest < SMALLEST_CHUNK)
        return;
    chunk->head = (chunk->head & FLAGS) | (uint32_t) size;
    struct chunk *tail = following(chunk);
    tail->head = (uint32_t) rest;
    __heap_give(tail);
}

bool __heap_extend(struct chunk *chunk, size_t size) {
    struct chunk *after = following(chunk);
    if (!(after->head & FREE) || chunk_size(chunk) + chunk_size(after) < size)
        return false;
    unlink_chunk(after);
    chunk->head += (uint32_t) chunk_size(after);
    following(chunk)->head &= ~PREVIOUS_FREE;
    __heap_trim(chunk, size);
    return true;
}

struct heap_account __heap_account(void) {
    struct heap_account account = {mapped_size, 0, 0};
    __batches_count(&account.free, &account.free_chunks);
    for (unsigned level = 0; level < LEVELS; ++level) {
        for (unsigned list = 0; list < LISTS; ++list) {
            for (struct chunk *chunk = lists[level][list]; chunk; chunk = chunk->next) {
                account.free += chunk_size(chunk);
                ++account.free_chunks;
            }
        }
    }
    return account;
}
