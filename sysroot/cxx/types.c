/* Types at run time: which are equal, which is a base of which, dynamic_cast, and the
   descriptions of the types that are built in. */
#include "cxx.h"

#include <string.h>

const void *const _ZTVN10__cxxabiv117__class_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv120__si_class_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv121__vmi_class_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv119__pointer_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv129__pointer_to_member_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv120__function_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv123__fundamental_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv116__enum_type_infoE[KIND_SIZE];
const void *const _ZTVN10__cxxabiv117__array_type_infoE[KIND_SIZE];

/* A type, and the pointers to it and to its constant form. */
#define FUNDAMENTAL(code)                                                               \
    const char _ZTS##code[] = #code;                                                    \
    const char _ZTSP##code[] = "P" #code;                                               \
    const char _ZTSPK##code[] = "PK" #code;                                             \
    const struct type _ZTI##code = {                                                    \
        &_ZTVN10__cxxabiv123__fundamental_type_infoE[2], _ZTS##code};                   \
    const struct pointer_type _ZTIP##code = {                                           \
        {&_ZTVN10__cxxabiv119__pointer_type_infoE[2], _ZTSP##code}, 0, &_ZTI##code, 0}; \
    const struct pointer_type _ZTIPK##code = {                                          \
        {&_ZTVN10__cxxabiv119__pointer_type_infoE[2], _ZTSPK##code}, IS_CONST, &_ZTI##code, 0};

FUNDAMENTAL(v)
FUNDAMENTAL(b)
FUNDAMENTAL(w)
FUNDAMENTAL(c)
FUNDAMENTAL(a)
FUNDAMENTAL(h)
FUNDAMENTAL(s)
FUNDAMENTAL(t)
FUNDAMENTAL(i)
FUNDAMENTAL(j)
FUNDAMENTAL(l)
FUNDAMENTAL(m)
FUNDAMENTAL(x)
FUNDAMENTAL(y)
FUNDAMENTAL(f)
FUNDAMENTAL(d)
FUNDAMENTAL(e)
FUNDAMENTAL(Dn)
FUNDAMENTAL(Du)
FUNDAMENTAL(Ds)
FUNDAMENTAL(Di)

bool __types_are_equal(const struct type *one, const struct type *other) {
    if (one == other || one->name == other->name)
        return true;
    /* A name with a star is that of a type which no other file can name. */
    return one->name[0] != '*' && strcmp(one->name, other->name) == 0;
}

/* What is looked for in an object: its parts of one type. */
struct search {
    const struct type *type;
    /* The one part that counts, if it has to be this one. */
    const void *only;
    const void *found;
    unsigned count;
    bool is_public;
};

static void find_parts(const struct type *type, const char *object, bool is_public, struct search *search);

static void find_in_base(const struct base *base, const char *object, bool is_public, struct search *search) {
    intptr_t offset = base->offset_and_flags >> BASE_OFFSET_SHIFT;
    if (base->offset_and_flags & BASE_IS_VIRTUAL) {
        /* Without an object the place of a virtual base is not known; nor does it
           matter, since there is only one. */
        offset = object ? *(const intptr_t *) (*(const char *const *) object + offset) : 0;
    }
    is_public = is_public && (base->offset_and_flags & BASE_IS_PUBLIC);
    find_parts(base->type, object ? object + offset : object, is_public, search);
}

/* Counts the parts of a type in an object. A part that is reached by several ways, as
   a virtual base can be, counts once, and is public if it is by one of them. */
static void find_parts(const struct type *type, const char *object, bool is_public, struct search *search) {
    if (__types_are_equal(type, search->type)) {
        if (search->only && search->only != object)
            return;
        if (search->count == 0 || search->found != object) {
            search->found = object;
            search->count++;
            search->is_public = is_public;
        } else {
            search->is_public = search->is_public || is_public;
        }
    } else if (IS_KIND(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) {
        find_parts(((const struct class_with_base *) type)->base, object, is_public, search);
    } else if (IS_KIND(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) {
        const struct class_with_bases *class = (const struct class_with_bases *) type;
        for (unsigned number = 0; number < class->count; ++number)
            find_in_base(&class->bases[number], object, is_public, search);
    }
}

static bool is_class(const struct type *type) {
    return IS_KIND(type, _ZTVN10__cxxabiv117__class_type_infoE)
        || IS_KIND(type, _ZTVN10__cxxabiv120__si_class_type_infoE)
        || IS_KIND(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE);
}

/* Goes from an object to its one public part of a type. */
static bool to_base(const struct type *base, const struct type *type, void **object) {
    struct search search = {.type = base};
    if (!is_class(base) || !is_class(type))
        return false;
    find_parts(type, *object, true, &search);
    if (search.count != 1 || !search.is_public)
        return false;
    *object = (void *) search.found;
    return true;
}

/* What pointers point to, below the first level, where only constness may be added. */
static bool targets_fit(const struct type *caught, const struct type *thrown, bool all_const) {
    while (!__types_are_equal(caught, thrown)) {
        if (!IS_KIND(caught, _ZTVN10__cxxabiv119__pointer_type_infoE)
            || !IS_KIND(thrown, _ZTVN10__cxxabiv119__pointer_type_infoE))
            return false;
        const struct pointer_type *to = (const struct pointer_type *) caught;
        const struct pointer_type *from = (const struct pointer_type *) thrown;
        if ((from->flags & ~to->flags & QUALIFIERS) || ((to->flags ^ from->flags) & QUALIFIERS && !all_const))
            return false;
        all_const = all_const && (to->flags & IS_CONST);
        caught = to->target;
        thrown = from->target;
    }
    return true;
}

bool __can_catch(const struct type *caught, const struct type *thrown, void **object) {
    bool is_pointer = IS_KIND(caught, _ZTVN10__cxxabiv119__pointer_type_infoE);
    bool is_member = IS_KIND(caught, _ZTVN10__cxxabiv129__pointer_to_member_type_infoE);
    if (__types_are_equal(thrown, &_ZTIDn) && (is_pointer || is_member)) {
        static const intptr_t no_member[2] = {-1, 0};
        *object = is_member ? (void *) no_member : NULL;
        return true;
    }
    if (__types_are_equal(caught, thrown)) {
        if (is_pointer)
            *object = *(void **) *object;
        return true;
    }
    if (!is_pointer)
        return to_base(caught, thrown, object);
    if (!IS_KIND(thrown, _ZTVN10__cxxabiv119__pointer_type_infoE))
        return false;
    const struct pointer_type *to = (const struct pointer_type *) caught;
    const struct pointer_type *from = (const struct pointer_type *) thrown;
    if (from->flags & ~to->flags & QUALIFIERS)
        return false;
    void *target = *(void **) *object;
    bool to_any = __types_are_equal(to->target, &_ZTIv)
        && !IS_KIND(from->target, _ZTVN10__cxxabiv120__function_type_infoE);
    bool fits = to_any || targets_fit(to->target, from->target, to->flags & IS_CONST)
        || to_base(to->target, from->target, &target);
    if (fits)
        *object = target;
    return fits;
}

/* dynamic_cast to a class. The hint, where the part that the pointer is to lies in
   the class that is looked for, is not needed. */
void *__dynamic_cast(const void *part, const struct type *from, const struct type *to, ptrdiff_t hint) {
    (void) hint;
    const intptr_t *table = *(const intptr_t *const *) part;
    const char *object = (const char *) part + table[-2];
    const struct type *type = (const struct type *) table[-1];

    /* First down: the objects of the class that have this part. As an object may have
       several parts of the class, each is looked into. */
    struct search whole = {.type = from, .only = part};
    find_parts(type, object, true, &whole);
    struct search wanted = {.type = to};
    find_parts(type, object, true, &wanted);
    if (wanted.count == 1) {
        struct search within = {.type = from, .only = part};
        find_parts(to, wanted.found, true, &within);
        if (within.count && within.is_public)
            return (void *) wanted.found;
    }
    /* Then across: from the whole object to its one part of the class. */
    if (wanted.count == 1 && wanted.is_public && whole.count && whole.is_public)
        return (void *) wanted.found;
    return NULL;
}
