/* The exceptions of the language itself: std::bad_alloc and its like. */
#include "cxx.h"

#include <stdlib.h>

/* A destructor that does nothing, under the names of the three kinds there are. */
static void destroy(void *object) {
    (void) object;
}

static void destroy_and_free(void *object) {
    free(object);
}

const char *_ZNKSt9exception4whatEv(const void *object) {
    (void) object;
    return "std::exception";
}

const char _ZTSSt9exception[] = "St9exception";
const struct type _ZTISt9exception = {&_ZTVN10__cxxabiv117__class_type_infoE[2], _ZTSSt9exception};
const void *const _ZTVSt9exception[5] = {
    NULL, &_ZTISt9exception, (const void *) destroy, (const void *) destroy_and_free,
    (const void *) _ZNKSt9exception4whatEv};

#define DESTRUCTORS(class)                                                       \
    void _ZN##class##D1Ev(void *) __attribute__((alias("__destroy_nothing")));    \
    void _ZN##class##D2Ev(void *) __attribute__((alias("__destroy_nothing")));    \
    void _ZN##class##D0Ev(void *) __attribute__((alias("__destroy_and_free")));

void __destroy_nothing(void *object) {
    destroy(object);
}

void __destroy_and_free(void *object) {
    destroy_and_free(object);
}

DESTRUCTORS(St9exception)

#define STANDARD(class, base, text)                                                      \
    const char _ZTS##class[] = #class;                                                   \
    const struct class_with_base _ZTI##class = {                                         \
        {&_ZTVN10__cxxabiv120__si_class_type_infoE[2], _ZTS##class}, base};              \
    const char *_ZNK##class##4whatEv(const void *object) {                               \
        (void) object;                                                                   \
        return text;                                                                     \
    }                                                                                    \
    const void *const _ZTV##class[5] = {NULL, &_ZTI##class, (const void *) destroy,      \
        (const void *) destroy_and_free, (const void *) _ZNK##class##4whatEv};           \
    DESTRUCTORS(class)

STANDARD(St13bad_exception, &_ZTISt9exception, "std::bad_exception")
STANDARD(St8bad_cast, &_ZTISt9exception, "std::bad_cast")
STANDARD(St10bad_typeid, &_ZTISt9exception, "std::bad_typeid")
STANDARD(St9bad_alloc, &_ZTISt9exception, "std::bad_alloc")
STANDARD(St20bad_array_new_length, &_ZTISt9bad_alloc.type, "std::bad_array_new_length")

_Noreturn void __cxa_bad_cast(void) {
    __throw_standard(&_ZTISt8bad_cast.type, _ZTVSt8bad_cast);
}

_Noreturn void __cxa_bad_typeid(void) {
    __throw_standard(&_ZTISt10bad_typeid.type, _ZTVSt10bad_typeid);
}

_Noreturn void __cxa_throw_bad_array_new_length(void) {
    __throw_standard(&_ZTISt20bad_array_new_length.type, _ZTVSt20bad_array_new_length);
}
