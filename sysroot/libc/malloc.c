/* malloc and its relatives.

   Each thread keeps small chunks that were freed, by size, and takes and gives
   them without a lock: for each size a list, and perhaps a second one that is
   full. A full list that is too many goes to the other threads as a batch. A
   thread that has no chunk of a size takes a batch, or has the heap cut one
   from one piece. Very large blocks are mappings of their own. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "batches.h"
#include "heap.h"
#include "internal.h"

/* From here a block is a mapping, whose size lies in the word before the head. */
#define MAPPED_LEAST (1u << 20)
#define MAPPED_HEAD 8
#define PAGE 65536u

#define LARGEST 0x7fff0000u

/* Adds the pieces of a chunk to the front of a list. The last one has what the chunk has in
   excess. */
static void cut(struct chunk *chunk, size_t size, unsigned count, void **list) {
    void *others = *list;
    uint32_t flags = chunk->head & FLAGS;
    size_t rest = chunk_size(chunk);
    for (; count > 1; --count) {
        chunk->head = (uint32_t) size | flags;
        flags = 0;
        *list = bytes_of(chunk);
        list = bytes_of(chunk);
        chunk = (struct chunk *) ((char *) chunk + size);
        rest -= size;
    }
    chunk->head = (uint32_t) rest | flags;
    *list = bytes_of(chunk);
    *(void **) bytes_of(chunk) = others;
}

/* Lists at most a batch of free chunks of at least a size, the smallest that there are, without
   mapping memory. Sets `*count` to their number. */
static void *take_free(size_t size, unsigned *count) {
    void *list = NULL;
    unsigned batch = batch_of(size);
    *count = 0;
    while (*count < batch) {
        unsigned pieces = batch - *count;
        struct chunk *chunk = __heap_take_free(size, &pieces);
        if (!chunk)
            break;
        cut(chunk, size, pieces, &list);
        *count += pieces;
    }
    return list;
}

/* Lists at most a batch of chunks of at least a size. Sets `*count` to their number. */
static void *take(unsigned bin, unsigned *count) {
    size_t size = bin * UNIT;
    unsigned batch = batch_of(size);
    void *list = __batch_take(bin);
    if (list) {
        *count = batch;
        return list;
    }
    do {
        list = take_free(size, count);
    } while (!list && __batches_dissolve());
    if (list)
        return list;
    *count = batch;
    struct chunk *chunk = __heap_take(size * batch);
    if (!chunk) {
        *count = 1;
        chunk = __heap_take(size);
    }
    if (chunk)
        cut(chunk, size, *count, &list);
    return list;
}

/* A block for a thread whose list of a size is empty. */
static __attribute__((noinline)) void *refill(struct thread_cache *cache, unsigned bin) {
    unsigned batch = batch_of(bin * UNIT), count = 0;
    void *list = cache->full[bin];
    if (list) {
        cache->full[bin] = NULL;
        count = batch;
    } else {
        __heap_lock();
        list = take(bin, &count);
        __heap_unlock();
    }
    if (!list) {
        errno = ENOMEM;
        return NULL;
    }
    cache->free[bin] = *(void **) list;
    cache->room[bin] = batch - (count - 1);
    return list;
}

/* Empties the list of a size, which is full unless the thread never used it. */
static __attribute__((noinline)) void make_room(struct thread_cache *cache, unsigned bin) {
    void *list = cache->free[bin];
    cache->room[bin] = batch_of(bin * UNIT);
    if (!list)
        return;
    if (cache->full[bin]) {
        __heap_lock();
        __batch_give(bin, cache->full[bin]);
        __heap_unlock();
    }
    cache->full[bin] = list;
    cache->free[bin] = NULL;
}

void __malloc_thread_exit(struct __pthread *thread) {
    __heap_lock();
    __cache_dissolve(&thread->cache);
    __heap_unlock();
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
    ++cache->room[bin];
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
    if (!cache->room[bin])
        make_room(cache, bin);
    *(void **) block = cache->free[bin];
    cache->free[bin] = block;
    --cache->room[bin];
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
    /* Half of a small block may be unused, and an eighth of a larger one. */
    if (bytes <= now && now - bytes <= (now < CACHED_LIMIT ? now / 2 : now / 8))
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
    size_t before = usable(block);
    void *other = allocate(bytes);
    if (!other)
        return bytes <= before ? block : NULL;
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

/* Chunks that threads keep for themselves, and mappings, count as used. */
struct mallinfo mallinfo(void) {
    __heap_lock();
    struct heap_account account = __heap_account();
    __heap_unlock();
    return (struct mallinfo) {
        .arena = account.mapped,
        .ordblks = account.free_chunks,
        .uordblks = account.mapped - account.free,
        .fordblks = account.free,
    };
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
