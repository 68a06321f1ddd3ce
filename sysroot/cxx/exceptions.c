/* Throwing and catching. Functions that catch have left frames and tables, as
   docs/exceptions.md describes; what is here looks for the frame that an exception
   goes to and jumps there. */
#include "cxx.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_SIZE 1024

struct frame {
    union {
        /* What setjmp has filled. */
        char buffer[BUFFER_SIZE];
        /* What the landing pad is told. */
        struct {
            struct exception *exception;
            int32_t clause;
        };
    };
    struct frame *next;
    uint32_t clauses;
} __attribute__((aligned(8)));

struct action {
    int32_t clause;
    uint32_t rest;
};

extern const struct type *const __pnacl_eh_type_table[];
extern const struct action __pnacl_eh_action_table[];
extern const int32_t __pnacl_eh_filter_table[];
__thread struct frame *__pnacl_eh_stack;

/* The exceptions that are being handled, the last one first, and how many are on
   their way to a handler. */
static __thread struct exception *handled;
static __thread unsigned on_their_way;

/* The tables of the program, and of the libraries that it has loaded. The upper bits of the
   id of a list say whose it is. */
#define TABLES 256
#define LIST_BITS 24

struct tables {
    const struct type *const *types;
    const struct action *actions;
    const int32_t *filters;
};

static struct tables tables[TABLES] = {{__pnacl_eh_type_table, __pnacl_eh_action_table, __pnacl_eh_filter_table}};
static unsigned table_count = 1;

/* Called under the lock of loading. */
uint32_t __pinnacle_add_exceptions(const void *types, const void *actions, const void *filters) {
    if (table_count == TABLES)
        return 0;
    tables[table_count] = (struct tables) {types, actions, filters};
    return (uint32_t) table_count++ << LIST_BITS;
}

static const struct tables *tables_of(const struct frame *frame) {
    return &tables[frame->clauses >> LIST_BITS];
}

static uint32_t list_of(const struct frame *frame) {
    return frame->clauses & ((1u << LIST_BITS) - 1);
}

static void abort_silently(void) {
    fputs("terminate called\n", stderr);
    abort();
}

typedef void (*terminate_handler)(void);
static terminate_handler terminate_with = abort_silently;

terminate_handler _ZSt13set_terminatePFvvE(terminate_handler handler) {
    return __atomic_exchange_n(&terminate_with, handler ? handler : abort_silently, __ATOMIC_ACQ_REL);
}

terminate_handler _ZSt13get_terminatev(void) {
    return __atomic_load_n(&terminate_with, __ATOMIC_ACQUIRE);
}

_Noreturn void _ZSt9terminatev(void) {
    _ZSt13get_terminatev()();
    abort();
}

static void *object_of(struct exception *exception) {
    return exception + 1;
}

void *__cxa_allocate_exception(size_t size) {
    struct exception *exception = NULL;
    if (size <= PTRDIFF_MAX - sizeof(*exception))
        exception = calloc(1, sizeof(*exception) + size);
    if (!exception)
        _ZSt9terminatev();
    return object_of(exception);
}

void __cxa_free_exception(void *object) {
    free((struct exception *) object - 1);
}

/* Whether a filter lets an exception pass: it is of one of its types. */
static bool passes(const struct tables *tables, const struct exception *exception, int32_t clause) {
    for (const int32_t *id = &tables->filters[-clause - 1]; *id; ++id) {
        const struct type *type = tables->types[*id - 1];
        void *object = object_of((struct exception *) exception);
        if (!type || __can_catch(type, exception->type, &object))
            return true;
    }
    return false;
}

/* Whether a clause other than a cleanup fits an exception; what a handler then gets. */
static bool fits(const struct tables *tables, const struct exception *exception, int32_t clause, void **object) {
    *object = object_of((struct exception *) exception);
    if (clause < 0)
        return !passes(tables, exception, clause);
    if (clause == 0)
        return false;
    const struct type *type = tables->types[clause - 1];
    /* Null catches everything. */
    return !type || __can_catch(type, exception->type, object);
}

static bool is_caught(const struct exception *exception) {
    void *object;
    for (const struct frame *frame = __pnacl_eh_stack; frame; frame = frame->next) {
        const struct tables *tables = tables_of(frame);
        for (uint32_t list = list_of(frame); list; list = tables->actions[list - 1].rest)
            if (fits(tables, exception, tables->actions[list - 1].clause, &object))
                return true;
    }
    return false;
}

static _Noreturn void jump(struct frame *frame, struct exception *exception, int32_t clause) {
    /* What the landing pad is told lies where the buffer is. */
    union {
        jmp_buf jump;
        char bytes[BUFFER_SIZE];
    } copy __attribute__((aligned(8)));
    memcpy(copy.bytes, frame->buffer, sizeof(copy.bytes));
    frame->exception = exception;
    frame->clause = clause;
    __pnacl_eh_stack = frame->next;
    longjmp(copy.jump, 1);
}

/* Goes on to the next handler or cleanup. */
_Noreturn void __pnacl_eh_resume(void *resumed) {
    struct exception *exception = resumed;
    for (struct frame *frame = __pnacl_eh_stack; frame; frame = frame->next) {
        const struct tables *tables = tables_of(frame);
        for (uint32_t list = list_of(frame); list; list = tables->actions[list - 1].rest) {
            int32_t clause = tables->actions[list - 1].clause;
            void *object;
            bool is_handler = fits(tables, exception, clause, &object);
            if (is_handler)
                exception->caught_object = object;
            if (is_handler || clause == 0)
                jump(frame, exception, clause);
        }
    }
    _ZSt9terminatev();
}

/* What nobody catches ends the program where it was thrown: no cleanup has run. */
static _Noreturn void raise_exception(struct exception *exception) {
    on_their_way++;
    if (!is_caught(exception)) {
        exception->next = handled;
        exception->handlers = 1;
        handled = exception;
        _ZSt9terminatev();
    }
    __pnacl_eh_resume(exception);
}

_Noreturn void __cxa_throw(void *object, const struct type *type, void (*destroy)(void *)) {
    struct exception *exception = (struct exception *) object - 1;
    exception->type = type;
    exception->destroy = destroy;
    raise_exception(exception);
}

_Noreturn void __cxa_rethrow(void) {
    struct exception *exception = handled;
    if (!exception)
        _ZSt9terminatev();
    /* Its handler will end without that being the end of the exception. */
    exception->handlers = -exception->handlers;
    on_their_way++;
    if (!is_caught(exception))
        _ZSt9terminatev();
    __pnacl_eh_resume(exception);
}

void *__cxa_get_exception_ptr(void *exception) {
    return ((struct exception *) exception)->caught_object;
}

void *__cxa_begin_catch(void *caught) {
    struct exception *exception = caught;
    int handlers = exception->handlers;
    exception->handlers = (handlers < 0 ? -handlers : handlers) + 1;
    if (handled != exception) {
        exception->next = handled;
        handled = exception;
    }
    on_their_way--;
    return exception->caught_object;
}

void __cxa_end_catch(void) {
    struct exception *exception = handled;
    if (!exception)
        return;
    if (exception->handlers < 0) {
        /* It was thrown again and lives on. */
        if (++exception->handlers == 0)
            handled = exception->next;
        return;
    }
    if (--exception->handlers > 0)
        return;
    handled = exception->next;
    if (exception->destroy)
        exception->destroy(object_of(exception));
    free(exception);
}

const struct type *__cxa_current_exception_type(void) {
    return handled ? handled->type : NULL;
}

bool _ZSt18uncaught_exceptionv(void) {
    return on_their_way != 0;
}

int _ZSt19uncaught_exceptionsv(void) {
    return (int) on_their_way;
}

/* An exception that a function had said it would not throw. */
_Noreturn void __cxa_call_unexpected(void *exception) {
    __cxa_begin_catch(exception);
    _ZSt9terminatev();
}

_Noreturn void __cxa_call_terminate(void *exception) {
    __cxa_begin_catch(exception);
    _ZSt9terminatev();
}

/* Functions name this one, and nothing calls it. */
int __gxx_personality_v0(void) {
    return 0;
}

_Noreturn void __throw_standard(const struct type *type, const void *const *table) {
    const void *const **object = __cxa_allocate_exception(sizeof(*object));
    *object = &table[2];
    __cxa_throw(object, type, NULL);
}
