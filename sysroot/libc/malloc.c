/* malloc and its relatives.

   Each thread keeps small chunks that were freed, by size, and takes and gives
   them without a lock. When it has none of a size it gets a batch from the
   heap, cut from one piece; when it has too many it gives half of them back.
   Very large blocks are mappings of their own. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "heap.h"
#include "internal.h"

/* Chunks below this size are kept by threads. */
#define CACHED_LIMIT (CACHE_BINS * UNIT)

/* From here a block is a mapping, whose size lies in the word before the head. */
#define MAPPED_LEAST (1u << 20)
#define MAPPED_HEAD 8
#define PAGE 65536u

#define LARGEST 0x7fff0000u

/* How many chunks of a size are fetched at once: two kilobytes of them, but
   neither few nor very many. */
static unsigned batch_of(size_t size) {
    size_t count = 2048 / size;
    return count < 4 ? 4 : count > 64 ? 64 : count;
}

static __attribute__((noinline)) void *refill(struct thread_cache *cache, unsigned bin) {
    size_t size = bin * UNIT;
    unsigned count = batch_of(size);
    __heap_lock();
    struct chunk *chunk = __heap_take(size * count);
    if (!chunk) {
        count = 1;
        chunk = __heap_take(size);
    }
    if (!chunk) {
        __heap_unlock();
        errno = ENOMEM;
        return NULL;
    }
    /* The last piece has what the heap gave in excess, which is too little
       for a chunk, so it is the one that is handed out now. */
    uint32_t flags = chunk->head & FLAGS;
    size_t whole = chunk_size(chunk);
    void *list = cache->free[bin];
    for (unsigned index = 0; index + 1 < count; ++index) {
        chunk->head = (uint32_t) size | flags;
        flags = 0;
        *(void **) bytes_of(chunk) = list;
        list = bytes_of(chunk);
        chunk = (struct chunk *) ((char *) chunk + size);
        whole -= size;
    }
    chunk->head = (uint32_t) whole | flags;
    cache->free[bin] = list;
    cache->count[bin] += count - 1;
    __heap_unlock();
    return bytes_of(chunk);
}

static void drain(struct thread_cache *cache, unsigned bin, unsigned keep) {
    void *list = cache->free[bin];
    __heap_lock();
    while (cache->count[bin] > keep) {
        struct chunk *chunk = chunk_of(list);
        list = *(void **) list;
        --cache->count[bin];
        __heap_give(chunk);
    }
    __heap_unlock();
    cache->free[bin] = list;
}

void __malloc_thread_exit(struct __pthread *thread) {
    for (unsigned bin = 0; bin < CACHE_BINS; ++bin) {
        if (thread->cache.count[bin])
            drain(&thread->cache, bin, 0);
    }
}

static void *map_block(size_t bytes) {
    size_t size = (bytes + MAPPED_HEAD + PAGE - 1) & ~(size_t) (PAGE - 1);
    char *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        errno = ENOMEM;
        return NULL;
    }
    struct chunk *chunk = (struct chunk *) (start + MAPPED_HEAD - HEAD_SIZE);
    chunk->head = MAPPED;
    *(uint32_t *) start = (uint32_t) size;
    return bytes_of(chunk);
}

static __attribute__((noinline)) void *allocate_large(size_t bytes) {
    if (bytes > LARGEST) {
        errno = ENOMEM;
        return NULL;
    }
    if (bytes >= MAPPED_LEAST)
        return map_block(bytes);
    __heap_lock();
    struct chunk *chunk = __heap_take(chunk_size_for(bytes));
    __heap_unlock();
    if (!chunk) {
        errno = ENOMEM;
        return NULL;
    }
    return bytes_of(chunk);
}

static inline void *allocate(size_t bytes) {
    if (bytes > CACHED_LIMIT - UNIT - HEAD_SIZE)
        return allocate_large(bytes);
    unsigned bin = chunk_size_for(bytes) / UNIT;
    struct thread_cache *cache = &this_thread()->cache;
    void *block = cache->free[bin];
    if (!block)
        return refill(cache, bin);
    cache->free[bin] = *(void **) block;
    --cache->count[bin];
    return block;
}

static __attribute__((noinline)) void release_large(struct chunk *chunk) {
    if (chunk->head & MAPPED) {
        char *start = (char *) chunk + HEAD_SIZE - MAPPED_HEAD;
        munmap(start, *(uint32_t *) start);
        return;
    }
    __heap_lock();
    __heap_give(chunk);
    __heap_unlock();
}

/* The head of a chunk in use is changed by others in its flags at most. */
static inline void release(void *block) {
    struct chunk *chunk = chunk_of(block);
    size_t size = chunk_size(chunk);
    if (size - 1 >= CACHED_LIMIT - 1) {
        release_large(chunk);
        return;
    }
    unsigned bin = size / UNIT;
    struct thread_cache *cache = &this_thread()->cache;
    *(void **) block = cache->free[bin];
    cache->free[bin] = block;
    unsigned batch = batch_of(size);
    if (++cache->count[bin] > 2 * batch)
        drain(cache, bin, batch);
}

/* How many bytes of a block a program may use. */
static size_t usable(void *block) {
    struct chunk *chunk = chunk_of(block);
    if (chunk->head & MAPPED)
        return *(uint32_t *) ((char *) block - MAPPED_HEAD) - MAPPED_HEAD;
    return chunk_size(chunk) - HEAD_SIZE;
}

/* Whether the block could be given another size where it lies. */
static bool resize(void *block, size_t bytes) {
    struct chunk *chunk = chunk_of(block);
    size_t now = usable(block);
    if (chunk->head & MAPPED)
        return bytes <= now && bytes >= now / 2;
    if (bytes <= now && (bytes >= now / 2 || now < CACHED_LIMIT))
        return true;
    if (now < CACHED_LIMIT || bytes < CACHED_LIMIT || bytes >= MAPPED_LEAST)
        return false;
    size_t size = chunk_size_for(bytes);
    bool done = true;
    __heap_lock();
    if (bytes <= now)
        __heap_trim(chunk, size);
    else
        done = __heap_extend(chunk, size);
    __heap_unlock();
    return done;
}

static void *allocate_aligned(size_t alignment, size_t bytes) {
    if (alignment <= UNIT)
        return allocate(bytes);
    if (bytes > LARGEST || alignment > LARGEST - bytes) {
        errno = ENOMEM;
        return NULL;
    }
    /* Room for the block wherever it has to begin, and for a chunk before it. */
    size_t size = chunk_size_for(bytes);
    __heap_lock();
    struct chunk *chunk = __heap_take(size + alignment + SMALLEST_CHUNK);
    if (chunk) {
        uintptr_t block = (uintptr_t) bytes_of(chunk);
        uintptr_t aligned = (block + alignment - 1) & ~(uintptr_t) (alignment - 1);
        if (aligned != block) {
            if (aligned - block < SMALLEST_CHUNK)
                aligned += alignment < SMALLEST_CHUNK ? SMALLEST_CHUNK : alignment;
            struct chunk *behind = chunk_of((void *) aligned);
            behind->head = (uint32_t) (chunk_size(chunk) - (aligned - block));
            chunk->head = (chunk->head & FLAGS) | (uint32_t) (aligned - block);
            __heap_give(chunk);
            chunk = behind;
        }
        __heap_trim(chunk, size);
    }
    __heap_unlock();
    if (!chunk) {
        errno = ENOMEM;
        return NULL;
    }
    return bytes_of(chunk);
}

void *malloc(size_t bytes) {
    return allocate(bytes);
}

void free(void *block) {
    if (block)
        release(block);
}

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = allocate(bytes);
    /* A mapping is zero already. */
    if (block && !(chunk_of(block)->head & MAPPED))
        memset(block, 0, bytes);
    return block;
}

void *realloc(void *block, size_t bytes) {
    if (!block)
        return allocate(bytes);
    if (resize(block, bytes))
        return block;
    void *other = allocate(bytes);
    if (!other)
        return NULL;
    size_t before = usable(block);
    memcpy(other, block, before < bytes ? before : bytes);
    release(block);
    return other;
}

void *memalign(size_t alignment, size_t bytes) {
    if (alignment & (alignment - 1)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate_aligned(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return memalign(alignment, bytes);
}

int posix_memalign(void **result, size_t alignment, size_t bytes) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
        return EINVAL;
    int saved = errno;
    void *block = allocate_aligned(alignment, bytes);
    errno = saved;
    if (!block)
        return ENOMEM;
    *result = block;
    return 0;
}

void *valloc(size_t bytes) {
    return allocate_aligned(PAGE, bytes);
}

size_t malloc_usable_size(void *block) {
    return block ? usable(block) : 0;
}

/* newlib calls these; the first argument is always that of the thread. */
void *_malloc_r(struct _reent *reent, size_t bytes) {
    (void) reent;
    return allocate(bytes);
}

void _free_r(struct _reent *reent, void *block) {
    (void) reent;
    if (block)
        release(block);
}

void *_calloc_r(struct _reent *reent, size_t count, size_t size) {
    (void) reent;
    return calloc(count, size);
}

void *_realloc_r(struct _reent *reent, void *block, size_t bytes) {
    (void) reent;
    return realloc(block, bytes);
}

void *_memalign_r(struct _reent *reent, size_t alignment, size_t bytes) {
    (void) reent;
    return memalign(alignment, bytes);
}
