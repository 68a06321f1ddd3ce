/* A browser that a program has as classes, for the library, which uses tables of functions. */
#include "nacl_io_cpp/given_pepper.h"

#include <string.h>

extern "C" {
#include "nacl_io/pepper.h"
}

namespace nacl_io {

namespace {

PepperInterface *given;

/* The functions of each interface. */
#include "nacl_io/pepper/undef_macros.h"
#define BEGIN_INTERFACE(interface, table, name) \
    struct interface##Calls {                   \
        static interface *of() {                \
            return given->Get##interface();     \
        }
#define END_INTERFACE(interface, table) \
    }                                   \
    ;
#define METHOD0(interface, result, name) \
    static result name() {               \
        return of()->name();             \
    }
#define METHOD1(interface, result, name, type0) \
    static result name(type0 a) {               \
        return of()->name(a);                   \
    }
#define METHOD2(interface, result, name, type0, type1) \
    static result name(type0 a, type1 b) {             \
        return of()->name(a, b);                       \
    }
#define METHOD3(interface, result, name, type0, type1, type2) \
    static result name(type0 a, type1 b, type2 c) {           \
        return of()->name(a, b, c);                           \
    }
#define METHOD4(interface, result, name, type0, type1, type2, type3) \
    static result name(type0 a, type1 b, type2 c, type3 d) {         \
        return of()->name(a, b, c, d);                               \
    }
#define METHOD5(interface, result, name, type0, type1, type2, type3, type4) \
    static result name(type0 a, type1 b, type2 c, type3 d, type4 e) {       \
        return of()->name(a, b, c, d, e);                                   \
    }
#include "nacl_io/pepper/all_interfaces.h"

/* The library asks for later versions of some tables, which are longer. Of the rest it calls nothing
   but what is here. */
template <typename Table> union Longer {
    Table table;
    void *room[sizeof(Table) / sizeof(void *) + 8];
};

/* A few methods have other types than the functions of the table: a resource for an instance, and
   references and pointers to what may not or may change. They are passed in the same way. */
template <typename Function, typename Call> void set(Function &function, Call *call) {
    function = reinterpret_cast<Function>(call);
}

int32_t touch_nothing(PP_Resource, PP_Time, PP_Time, PP_CompletionCallback) {
    return PP_ERROR_NOTSUPPORTED;
}

void add_missing(void *) {
}

void add_missing(PPB_FileIO_1_0 *table) {
    table->Touch = touch_nothing;
}

/* The same interface, in whatever version. */
bool is_same(const char *wanted, const char *name) {
    size_t length = strcspn(name, ";");
    return strncmp(wanted, name, length + 1) == 0;
}

const void *get_given(const char *wanted) {
#include "nacl_io/pepper/undef_macros.h"
#define BEGIN_INTERFACE(interface, type, name)                \
    if (is_same(wanted, name)) {                              \
        static Longer<struct type> longer = {};               \
        if (!given->Get##interface())                         \
            return nullptr;                                   \
        struct type &functions = longer.table;                \
        add_missing(&functions);
#define END_INTERFACE(interface, type) \
        return &longer;                \
    }
#define METHOD0(interface, result, name) set(functions.name, interface##Calls::name);
#define METHOD1(interface, result, name, type0) set(functions.name, interface##Calls::name);
#define METHOD2(interface, result, name, type0, type1) set(functions.name, interface##Calls::name);
#define METHOD3(interface, result, name, type0, type1, type2) \
    set(functions.name, interface##Calls::name);
#define METHOD4(interface, result, name, type0, type1, type2, type3) \
    set(functions.name, interface##Calls::name);
#define METHOD5(interface, result, name, type0, type1, type2, type3, type4) \
    set(functions.name, interface##Calls::name);
#include "nacl_io/pepper/all_interfaces.h"
    return nullptr;
}

}

UsedPepper used_pepper() {
    return {__nacl_io_instance, __nacl_io_get_interface, given};
}

void use_pepper(const UsedPepper &pepper) {
    given = pepper.given;
    __nacl_io_instance = pepper.instance;
    __nacl_io_get_interface = pepper.get_interface;
}

UsedPepper pepper_of(PepperInterface *classes) {
    return {classes->GetInstance(), get_given, classes};
}

}
