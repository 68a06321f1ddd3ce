/* Values of threads by key. A key that is made again has another generation,
   so values that threads still have from before are not seen. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

struct key {
    /* Odd while the key exists. */
    unsigned generation;
    void (*destroy)(void *);
};

static struct key keys[SPECIFICS];
__LOCK_INIT(static, keys_lock)

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    int error = EAGAIN;
    __lock_acquire(keys_lock);
    for (unsigned index = 0; index < SPECIFICS; ++index) {
        if (keys[index].generation % 2 == 0) {
            keys[index].destroy = destroy;
            ++keys[index].generation;
            *key = index;
            error = 0;
            break;
        }
    }
    __lock_release(keys_lock);
    return error;
}

int pthread_key_delete(pthread_key_t key) {
    int error = EINVAL;
    __lock_acquire(keys_lock);
    if (key < SPECIFICS && keys[key].generation % 2 == 1) {
        ++keys[key].generation;
        error = 0;
    }
    __lock_release(keys_lock);
    return error;
}

void *pthread_getspecific(pthread_key_t key) {
    if (key >= SPECIFICS)
        return NULL;
    const struct specific *specific = &this_thread()->specifics[key];
    return specific->generation == keys[key].generation ? specific->value : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= SPECIFICS || keys[key].generation % 2 == 0)
        return EINVAL;
    this_thread()->specifics[key] = (struct specific) {keys[key].generation, (void *) value};
    return 0;
}

/* Destructors may set values again, hence several rounds. */
void __run_key_destructors(struct __pthread *self) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
        bool called = false;
        for (unsigned index = 0; index < SPECIFICS; ++index) {
            struct specific *specific = &self->specifics[index];
            void *value = specific->value;
            specific->value = NULL;
            if (value && specific->generation == keys[index].generation && keys[index].destroy) {
                keys[index].destroy(value);
                called = true;
            }
        }
        if (!called)
            return;
    }
}
