/* Batches of free chunks: see batches.c. */
#ifndef BATCHES_H
#define BATCHES_H

#include <stdbool.h>
#include <stddef.h>

#include "heap.h"
#include "internal.h"

/* Chunks below this size are kept in batches. The bin of a size is the size in units. */
#define CACHED_LIMIT (CACHE_BINS * UNIT)

/* A list of free chunks of at least one size. Their number depends only on that size. */
struct batch {
    /* The second chunk. */
    void *chunks;
    struct batch *next_batch;
};

/* The number of chunks in a batch: two kilobytes of them, but neither few nor very many. */
static inline unsigned batch_of(size_t size) {
    size_t count = 2048 / size;
    return count < 4 ? 4 : count > 64 ? 64 : count;
}

/* All of these want the lock of the heap to be held. */

/* A batch of a size, or null. */
void *__batch_take(unsigned bin);
void __batch_give(unsigned bin, void *batch);

/* Gives the chunks that a thread keeps back to the heap. False if there was none. */
bool __cache_dissolve(struct thread_cache *cache);

/* Gives the chunks of all batches back to the heap, and those that this thread keeps. False if
   there was none. */
bool __batches_dissolve(void);

/* Adds the size and number of the chunks in batches. */
void __batches_count(size_t *bytes, size_t *chunks);

#endif
