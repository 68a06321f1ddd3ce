/* What a thread is made with. */
#include <errno.h>
#include <pthread.h>
#include <string.h>

#define DEFAULT_STACK (1u << 20)

int pthread_attr_init(pthread_attr_t *attributes) {
    *attributes = (pthread_attr_t) {.__stack_size = DEFAULT_STACK};
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes) {
    (void) attributes;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
    *state = attributes->__detached;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attributes->__detached = state;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size) {
    *size = attributes->__stack_size;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->__stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attributes, void **address, size_t *size) {
    *address = attributes->__stack_address;
    *size = attributes->__stack_size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attributes, void *address, size_t size) {
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->__stack_address = address;
    attributes->__stack_size = size;
    return 0;
}
