/* What the parts of the runtime library of C++ know of each other: how classes and
   exceptions look in memory. The first is Itanium's C++ ABI, by which clang compiles;
   the second is nobody else's business. */
#ifndef CXX_H
#define CXX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* std::type_info and what is derived from it. Which kind one is, is told by its
   virtual table. */
struct type {
    const void *const *kind;
    const char *name;
};

struct class_with_base {
    struct type type;
    const struct type *base;
};

struct base {
    const struct type *type;
    /* In the upper 24 bits the offset, or where in the virtual table it is. */
    intptr_t offset_and_flags;
};

enum { BASE_IS_VIRTUAL = 1, BASE_IS_PUBLIC = 2, BASE_OFFSET_SHIFT = 8 };

struct class_with_bases {
    struct type type;
    unsigned flags;
    unsigned count;
    struct base bases[];
};

struct pointer_type {
    struct type type;
    unsigned flags;
    const struct type *target;
    /* Of pointers to members only. */
    const struct type *class;
};

/* const, volatile, restrict */
enum { QUALIFIERS = 7, IS_CONST = 1 };

/* The virtual tables of std::type_info's kinds. What is in them is used by nobody;
   objects point behind their first two elements. */
#define KIND_SIZE 8
extern const void *const _ZTVN10__cxxabiv117__class_type_infoE[KIND_SIZE];
extern const void *const _ZTVN10__cxxabiv120__si_class_type_infoE[KIND_SIZE];
extern const void *const _ZTVN10__cxxabiv121__vmi_class_type_infoE[KIND_SIZE];
extern const void *const _ZTVN10__cxxabiv119__pointer_type_infoE[KIND_SIZE];
extern const void *const _ZTVN10__cxxabiv129__pointer_to_member_type_infoE[KIND_SIZE];
extern const void *const _ZTVN10__cxxabiv120__function_type_infoE[KIND_SIZE];
extern const void *const _ZTVN10__cxxabiv123__fundamental_type_infoE[KIND_SIZE];

#define IS_KIND(type, table) ((type)->kind == &(table)[2])

bool __types_are_equal(const struct type *one, const struct type *other);

/* Whether a thrown object can be caught as another type. `object` is the address of
   what was thrown, and then of what the handler gets: a part of it, or, where that is
   a pointer, what it points to. */
bool __can_catch(const struct type *caught, const struct type *thrown, void **object);

/* An exception. What was thrown follows behind it. */
struct exception {
    const struct type *type;
    void (*destroy)(void *);
    /* What the handler gets. */
    void *caught_object;
    /* The next one of those that are being handled. */
    struct exception *next;
    /* How many handlers have begun and not ended; negative if it was thrown again. */
    int handlers;
} __attribute__((aligned(16)));

_Noreturn void __throw_standard(const struct type *type, const void *const *table);
_Noreturn void _ZSt9terminatev(void);

#endif
