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
bool passes(int32_t clause, _Unwind_Exception *exception) {
    void *object;
    for (const int32_t *id = &__pnacl_eh_filter_table[-clause - 1]; *id; ++id)
        if (is_caught_as(__pnacl_eh_type_table[*id - 1], exception, object))
            return true;
    return false;
}

bool passes_type(int32_t clause, const std::type_info &thrown) {
    for (const int32_t *id = &__pnacl_eh_filter_table[-clause - 1]; *id; ++id) {
        const __shim_type_info *type = __pnacl_eh_type_table[*id - 1];
        void *object = nullptr;
        if (!type || type->can_catch(static_cast<const __shim_type_info *>(&thrown), object))
            return true;
    }
    return false;
}

// Whether a clause other than a cleanup fits an exception; what a handler then gets.
bool fits(int32_t clause, _Unwind_Exception *exception, void *&object) {
    object = object_of(exception);
    if (clause < 0)
        return !passes(clause, exception);
    return clause > 0 && is_caught_as(__pnacl_eh_type_table[clause - 1], exception, object);
}

bool is_caught(_Unwind_Exception *exception) {
    void *object;
    for (const frame *frame = __pnacl_eh_stack; frame; frame = frame->next)
        for (uint32_t list = frame->clauses; list; list = __pnacl_eh_action_table[list - 1].rest)
            if (fits(__pnacl_eh_action_table[list - 1].clause, exception, object))
                return true;
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

// Goes on to the next handler or cleanup.
[[noreturn]] void __pnacl_eh_resume(void *resumed) {
    auto *exception = static_cast<_Unwind_Exception *>(resumed);
    for (frame *frame = __pnacl_eh_stack; frame; frame = frame->next)
        for (uint32_t list = frame->clauses; list; list = __pnacl_eh_action_table[list - 1].rest) {
            int32_t clause = __pnacl_eh_action_table[list - 1].clause;
            void *object;
            bool is_handler = fits(clause, exception, object);
            if (is_handler) {
                header_of(exception)->adjustedPtr = object;
                header_of(exception)->handlerSwitchValue = clause;
            }
            if (is_handler || clause == 0)
                jump(frame, exception, clause);
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
    const std::unexpected_handler handler = header->unexpectedHandler;
    const std::terminate_handler terminate = header->terminateHandler;
    _Unwind_Exception *allowed = nullptr;
    try {
        std::__unexpected(handler);
    } catch (...) {
        __cxa_exception *thrown = __cxxabiv1::__cxa_get_globals_fast()->caughtExceptions;
        if (thrown && thrown != header && passes(clause, &thrown->unwindHeader)) {
            // As with `throw;`: this handler's end is not the end of the exception.
            thrown->handlerCount = -thrown->handlerCount;
            allowed = &thrown->unwindHeader;
        }
    }
    const bool allows_bad_exception = passes_type(clause, typeid(std::bad_exception));
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
