/* Numbers that several threads change at once. Each change is a whole barrier. */
#ifndef _SDK_UTIL_ATOMICOPS_H
#define _SDK_UTIL_ATOMICOPS_H

#include <stdint.h>

namespace sdk_util {

typedef int32_t Atomic32;

inline void MemoryBarrier() {
    __sync_synchronize();
}

/* Stores the new value if the old one is there, and gives what was there. */
inline Atomic32 AtomicCompareExchange(volatile Atomic32 *place, Atomic32 new_value, Atomic32 old_value) {
    return __sync_val_compare_and_swap(place, old_value, new_value);
}

/* The others give the new value. */
inline Atomic32 AtomicAddFetch(volatile Atomic32 *place, Atomic32 value) {
    return __sync_add_and_fetch(place, value);
}

inline Atomic32 AtomicAndFetch(volatile Atomic32 *place, Atomic32 value) {
    return __sync_and_and_fetch(place, value);
}

inline Atomic32 AtomicOrFetch(volatile Atomic32 *place, Atomic32 value) {
    return __sync_or_and_fetch(place, value);
}

inline Atomic32 AtomicXorFetch(volatile Atomic32 *place, Atomic32 value) {
    return __sync_xor_and_fetch(place, value);
}

} // namespace sdk_util

#endif
