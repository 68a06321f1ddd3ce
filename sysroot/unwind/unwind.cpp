// Throwing and catching with libc++abi: the place of an unwinder and of the
// personality function. Functions that catch have left frames and tables, as
// docs/exceptions.md describes; what is here looks for the frame that an exception
// goes to and jumps there. All else about exceptions is libc++abi's.
#include "cxa_exception.h"
#include "cxa_handlers.h"
#include "private_typeinfo.h"

#include <exception>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <unwind.h>

namespace {

using __cxxabiv1::__cxa_dependent_exception;
using __cxxabiv1::__cxa_exception;
using __cxxabiv1::__shim_type_info;

constexpr size_t buffer_size = 1024;

struct alignas(8) frame {
    union {
        // What setjmp has filled.
        char buffer[buffer_size];
        // What the landing pad is told.
        struct {
            _Unwind_Exception *exception;
            int32_t clause;
        } caught;
    };
    frame *next;
    uint32_t clauses;
};

struct action {
    int32_t clause;
    uint32_t rest;
};

extern "C" const __shim_type_info *const __pnacl_eh_type_table[];
extern "C" const action __pnacl_eh_action_table[];
extern "C" const int32_t __pnacl_eh_filter_table[];
extern "C" __thread frame *__pnacl_eh_stack;
__thread frame *__pnacl_eh_stack;

// The tables of the program, and of the libraries that it has loaded. The upper bits of
// the id of a list say whose it is.
constexpr unsigned list_bits = 24;

struct tables {
    const __shim_type_info *const *types;
    const action *actions;
    const int32_t *filters;
};

tables all_tables[256] = {{__pnacl_eh_type_table, __pnacl_eh_action_table, __pnacl_eh_filter_table}};
unsigned table_count = 1;

const tables &tables_of(const frame *frame) {
    return all_tables[frame->clauses >> list_bits];
}

uint32_t list_of(const frame *frame) {
    return frame->clauses & ((1u << list_bits) - 1);
}

__cxa_exception *header_of(_Unwind_Exception *exception) {
    return reinterpret_cast<__cxa_exception *>(exception + 1) - 1;
}

// What was thrown. A dependent exception, as std::rethrow_exception makes it, has
// the address of another one's.
void *object_of(_Unwind_Exception *exception) {
    void *object = exception + 1;
    if (__cxxabiv1::__getExceptionClass(exception) == __cxxabiv1::kOurDependentExceptionClass)
        return (static_cast<__cxa_dependent_exception *>(object) - 1)->primaryException;
    return object;
}

bool is_caught_as(const __shim_type_info *type, _Unwind_Exception *exception, void *&object) {
    object = object_of(exception);
    // Null catches everything.
    return !type
        || type->can_catch(static_cast<const __shim_type_info *>(header_of(exception)->exceptionType), object);
}

// Whether a filter lets an exception pass: it is of one of its types.
bool passes(const tables &tables, int32_t clause, _Unwind_Exception *exception) {
    void *object;
    for (const int32_t *id = &tables.filters[-clause - 1]; *id; ++id)
        if (is_caught_as(tables.types[*id - 1], exception, object))
            return true;
    return false;
}

bool passes_type(const tables &tables, int32_t clause, const std::type_info &thrown) {
    for (const int32_t *id = &tables.filters[-clause - 1]; *id; ++id) {
        const __shim_type_info *type = tables.types[*id - 1];
        void *object = nullptr;
        if (!type || type->can_catch(static_cast<const __shim_type_info *>(&thrown), object))
            return true;
    }
    return false;
}

// Whether a clause other than a cleanup fits an exception; what a handler then gets.
bool fits(const tables &tables, int32_t clause, _Unwind_Exception *exception, void *&object) {
    object = object_of(exception);
    if (clause < 0)
        return !passes(tables, clause, exception);
    return clause > 0 && is_caught_as(tables.types[clause - 1], exception, object);
}

bool is_caught(_Unwind_Exception *exception) {
    void *object;
    for (const frame *frame = __pnacl_eh_stack; frame; frame = frame->next) {
        const tables &tables = tables_of(frame);
        for (uint32_t list = list_of(frame); list; list = tables.actions[list - 1].rest)
            if (fits(tables, tables.actions[list - 1].clause, exception, object))
                return true;
    }
    return false;
}

[[noreturn]] void jump(frame *frame, _Unwind_Exception *exception, int32_t clause) {
    // What the landing pad is told lies where the buffer is.
    union alignas(8) {
        jmp_buf jump;
        char bytes[buffer_size];
    } copy;
    memcpy(copy.bytes, frame->buffer, buffer_size);
    frame->caught.exception = exception;
    frame->caught.clause = clause;
    __pnacl_eh_stack = frame->next;
    longjmp(copy.jump, 1);
}

} // namespace

extern "C" {

// Takes up the tables of a library; called under the lock of loading.
uint32_t __pinnacle_add_exceptions(const void *types, const void *actions, const void *filters) {
    if (table_count == sizeof(all_tables) / sizeof(*all_tables))
        return 0;
    tables &added = all_tables[table_count];
    added.types = static_cast<const __shim_type_info *const *>(types);
    added.actions = static_cast<const action *>(actions);
    added.filters = static_cast<const int32_t *>(filters);
    return table_count++ << list_bits;
}

// Goes on to the next handler or cleanup.
[[noreturn]] void __pnacl_eh_resume(void *resumed) {
    auto *exception = static_cast<_Unwind_Exception *>(resumed);
    for (frame *frame = __pnacl_eh_stack; frame; frame = frame->next) {
        const tables &tables = tables_of(frame);
        for (uint32_t list = list_of(frame); list; list = tables.actions[list - 1].rest) {
            int32_t clause = tables.actions[list - 1].clause;
            void *object;
            bool is_handler = fits(tables, clause, exception, object);
            if (is_handler) {
                __cxa_exception *header = header_of(exception);
                header->adjustedPtr = object;
                header->handlerSwitchValue = clause;
                header->languageSpecificData = reinterpret_cast<const unsigned char *>(&tables);
            }
            if (is_handler || clause == 0)
                jump(frame, exception, clause);
        }
    }
    std::terminate();
}

// What nobody catches is not thrown: no cleanup runs, and the caller ends the
// program.
_Unwind_Reason_Code _Unwind_RaiseException(_Unwind_Exception *exception) {
    if (!is_caught(exception))
        return _URC_END_OF_STACK;
    __pnacl_eh_resume(exception);
}

_Unwind_Reason_Code _Unwind_Resume_or_Rethrow(_Unwind_Exception *exception) {
    return _Unwind_RaiseException(exception);
}

void _Unwind_Resume(_Unwind_Exception *exception) {
    __pnacl_eh_resume(exception);
}

void _Unwind_DeleteException(_Unwind_Exception *exception) {
    if (exception->exception_cleanup)
        exception->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, exception);
}

// Where functions are and what called them is known to nobody.
_Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn, void *) {
    return _URC_END_OF_STACK;
}

// Functions name this one, and nothing calls it.
_Unwind_Reason_Code __gxx_personality_v0(
    int, _Unwind_Action, _Unwind_Exception_Class, _Unwind_Exception *, _Unwind_Context *) {
    return _URC_FATAL_PHASE1_ERROR;
}

// An exception that a function had said it would not throw. The handler may throw
// another one: if the function allows that one it goes on, else std::bad_exception
// does if the function allows that.
[[noreturn]] void __cxa_call_unexpected(void *unexpected) {
    auto *exception = static_cast<_Unwind_Exception *>(unexpected);
    __cxxabiv1::__cxa_begin_catch(exception);
    __cxa_exception *header = header_of(exception);
    const int32_t clause = header->handlerSwitchValue;
    const tables &tables = *reinterpret_cast<const struct tables *>(header->languageSpecificData);
    const std::unexpected_handler handler = header->unexpectedHandler;
    const std::terminate_handler terminate = header->terminateHandler;
    _Unwind_Exception *allowed = nullptr;
    try {
        std::__unexpected(handler);
    } catch (...) {
        __cxa_exception *thrown = __cxxabiv1::__cxa_get_globals_fast()->caughtExceptions;
        if (thrown && thrown != header && passes(tables, clause, &thrown->unwindHeader)) {
            // As with `throw;`: this handler's end is not the end of the exception.
            thrown->handlerCount = -thrown->handlerCount;
            allowed = &thrown->unwindHeader;
        }
    }
    const bool allows_bad_exception = passes_type(tables, clause, typeid(std::bad_exception));
    __cxxabiv1::__cxa_end_catch();
    if (allowed) {
        __cxxabiv1::__cxa_get_globals_fast()->uncaughtExceptions += 1;
        _Unwind_RaiseException(allowed);
    } else if (allows_bad_exception) {
        throw std::bad_exception();
    }
    std::__terminate(terminate);
}

} // extern "C"
