/* Mapping memory. */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

IRT_INTERFACE(irt_memory, struct nacl_irt_memory, NACL_IRT_MEMORY_v0_3)

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
    const struct nacl_irt_memory *memory = irt_memory();
    int error = memory ? memory->mmap(&address, length, protection, flags, fd, offset) : ENOSYS;
    if (error) {
        errno = error;
        return MAP_FAILED;
    }
    return address;
}

int munmap(void *address, size_t length) {
    const struct nacl_irt_memory *memory = irt_memory();
    return result_of(memory ? memory->munmap(address, length) : ENOSYS);
}

int mprotect(void *address, size_t length, int protection) {
    const struct nacl_irt_memory *memory = irt_memory();
    return result_of(memory ? memory->mprotect(address, length, protection) : ENOSYS);
}

/* There is no break to move: memory comes from mmap. */
void *sbrk(ptrdiff_t increment) {
    (void) increment;
    errno = ENOMEM;
    return (void *) -1;
}

void *_sbrk_r(struct _reent *reent, ptrdiff_t increment) {
    (void) reent;
    return sbrk(increment);
}
