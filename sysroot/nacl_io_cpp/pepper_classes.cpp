/* The browser that runs the program, as classes. */
#include <nacl_io/real_pepper_interface.h>

#include <memory>

extern "C" {
#include "nacl_io/pepper.h"
}

namespace nacl_io {

int PPErrorToErrno(int32_t result) {
    return __nacl_io_error(result);
}

void PepperInterface::AddRefResource(PP_Resource resource) {
    GetCoreInterface()->AddRefResource(resource);
}

void PepperInterface::ReleaseResource(PP_Resource resource) {
    GetCoreInterface()->ReleaseResource(resource);
}

namespace {

/* Each class has the browser's table, whose functions the methods call. */
#define BEGIN_INTERFACE(interface, table, name)                        \
    class Real##interface : public interface {                         \
    public:                                                            \
        explicit Real##interface(const void *found)                    \
            : functions_(static_cast<const struct table *>(found)) {   \
        }                                                              \
                                                                       \
    private:                                                           \
        const struct table *functions_;                                \
                                                                       \
    public:
#define END_INTERFACE(interface, table) \
    }                                   \
    ;
#define METHOD0(interface, result, name) \
    result name() override {             \
        return functions_->name();       \
    }
#define METHOD1(interface, result, name, type0) \
    result name(type0 a) override {             \
        return functions_->name(a);             \
    }
#define METHOD2(interface, result, name, type0, type1) \
    result name(type0 a, type1 b) override {           \
        return functions_->name(a, b);                 \
    }
#define METHOD3(interface, result, name, type0, type1, type2) \
    result name(type0 a, type1 b, type2 c) override {         \
        return functions_->name(a, b, c);                     \
    }
#define METHOD4(interface, result, name, type0, type1, type2, type3) \
    result name(type0 a, type1 b, type2 c, type3 d) override {       \
        return functions_->name(a, b, c, d);                         \
    }
#define METHOD5(interface, result, name, type0, type1, type2, type3, type4) \
    result name(type0 a, type1 b, type2 c, type3 d, type4 e) override {     \
        return functions_->name(a, b, c, d, e);                             \
    }
#include "nacl_io/pepper/all_interfaces.h"

/* Null for an interface that the browser does not have. */
template <typename Interface> std::unique_ptr<Interface> make(PPB_GetInterface get, const char *name) {
    const void *found = get ? get(name) : nullptr;
    return std::unique_ptr<Interface>(found ? new Interface(found) : nullptr);
}

}

struct RealPepperInterface::Interfaces {
#include "nacl_io/pepper/undef_macros.h"
#include "nacl_io/pepper/define_empty_macros.h"
#undef BEGIN_INTERFACE
#define BEGIN_INTERFACE(interface, table, name) std::unique_ptr<Real##interface> of##interface;
#include "nacl_io/pepper/all_interfaces.h"
};

RealPepperInterface::RealPepperInterface(PP_Instance instance, PPB_GetInterface get)
    : instance_(instance), interfaces_(new Interfaces) {
#undef BEGIN_INTERFACE
#define BEGIN_INTERFACE(interface, table, name) interfaces_->of##interface = make<Real##interface>(get, name);
#include "nacl_io/pepper/all_interfaces.h"
}

RealPepperInterface::~RealPepperInterface() {
    delete interfaces_;
}

PP_Instance RealPepperInterface::GetInstance() {
    return instance_;
}

#undef BEGIN_INTERFACE
#define BEGIN_INTERFACE(interface, table, name)          \
    interface *RealPepperInterface::Get##interface() {   \
        return interfaces_->of##interface.get();         \
    }
#include "nacl_io/pepper/all_interfaces.h"

}
