/* Random bytes of the host. */
#include <nacl/nacl_random.h>
#include <unistd.h>

#include "internal.h"

IRT_INTERFACE(irt_random, struct nacl_irt_random, NACL_IRT_RANDOM_v0_1)

/* POSIX allows this many at once. */
#define MOST 256

int getentropy(void *buffer, size_t size) {
    if (size > MOST)
        return result_of(EIO);
    const struct nacl_irt_random *random = irt_random();
    if (!random)
        return result_of(ENOSYS);
    for (size_t done = 0; done < size;) {
        size_t count = 0;
        int error = random->get_random_bytes((char *) buffer + done, size - done, &count);
        if (error)
            return result_of(error);
        if (count == 0)
            return result_of(EIO);
        done += count;
    }
    return 0;
}

int nacl_secure_random_init(void) {
    return irt_random() ? 0 : ENOSYS;
}

int nacl_secure_random(void *buffer, size_t size, size_t *count) {
    const struct nacl_irt_random *random = irt_random();
    return random ? random->get_random_bytes(buffer, size, count) : ENOSYS;
}
