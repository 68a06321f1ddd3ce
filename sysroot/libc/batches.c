/* Batches of free chunks of one size.

   Threads pass lists of free chunks to each other whole, in a fixed number of
   steps. Such chunks are not merged with free neighbours. Before the heap maps
   more memory it dissolves all batches, so they never make it grow. */
#include <string.h>

#include "batches.h"

static struct batch *batches[CACHE_BINS];

void *__batch_take(unsigned bin) {
    struct batch *batch = batches[bin];
    if (batch)
        batches[bin] = batch->next_batch;
    return batch;
}

void __batch_give(unsigned bin, void *chunks) {
    struct batch *batch = chunks;
    batch->next_batch = batches[bin];
    batches[bin] = batch;
}

bool __cache_dissolve(struct thread_cache *cache) {
    bool any = false;
    for (unsigned bin = 0; bin < CACHE_BINS; ++bin) {
        any |= cache->free[bin] || cache->full[bin];
        __heap_give_list(cache->free[bin]);
        __heap_give_list(cache->full[bin]);
    }
    memset(cache, 0, sizeof *cache);
    return any;
}

bool __batches_dissolve(void) {
    bool any = __cache_dissolve(&this_thread()->cache);
    for (unsigned bin = 0; bin < CACHE_BINS; ++bin) {
        void *batch;
        while ((batch = __batch_take(bin)) != NULL) {
            any = true;
            __heap_give_list(batch);
        }
    }
    return any;
}

void __batches_count(size_t *bytes, size_t *chunks) {
    for (unsigned bin = 0; bin < CACHE_BINS; ++bin) {
        for (struct batch *batch = batches[bin]; batch; batch = batch->next_batch) {
            for (void *block = batch; block; block = *(void **) block) {
                *bytes += chunk_size(chunk_of(block));
                ++*chunks;
            }
        }
    }
}
