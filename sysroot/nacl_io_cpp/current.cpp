/* The proxy that the functions ki_* call, and the one that is aside. */
#include <nacl_io/kernel_intercept.h>

#include <nacl_io/kernel_proxy.h>

#include "nacl_io/kernel.h"
#include "nacl_io_cpp/current.h"
#include "nacl_io_cpp/given_pepper.h"
#include "nacl_io_cpp/intercept.h"

using nacl_io::KernelProxy;

namespace {

struct Current {
    KernelProxy *proxy;
    /* The proxy was made here. */
    bool is_own;
    /* The browser before ki_init_interface was given another, if it was. */
    bool has_given_pepper;
    nacl_io::UsedPepper pepper_before;
};

Current current, aside;
bool has_aside;
/* The browser of the state that is aside. Another state has none until it is given one. */
nacl_io::UsedPepper pepper_aside;

void replace(KernelProxy *proxy, bool is_own) {
    if (current.is_own)
        delete current.proxy;
    current.proxy = proxy;
    current.is_own = is_own;
}

int init(void *proxy, nacl_io::PepperInterface *pepper) {
    if (proxy)
        replace(static_cast<KernelProxy *>(proxy), false);
    else
        replace(new KernelProxy, true);
    if (current.proxy->Init(pepper) != 0)
        return 1;
    nacl_io::intercept_for_proxy();
    return 0;
}

}

/* A proxy of the library's own does what POSIX's functions do without it. */
void nacl_io::intercept_for_proxy() {
    if (current.proxy && !current.is_own && __nacl_io_is_installed())
        intercept();
}

KernelProxy *ki_get_proxy() {
    /* The library may have been initialised by nacl_io_init. */
    if (!current.proxy && __nacl_io_is_installed())
        replace(new KernelProxy, true);
    return current.proxy;
}

int ki_is_initialized() {
    return ki_get_proxy() != nullptr;
}

int ki_init_ppapi(void *proxy, PP_Instance instance, PPB_GetInterface get_interface) {
    if (ki_is_initialized())
        return 1;
    if (get_interface && nacl_io_init_ppapi(instance, get_interface) != 0)
        return 1;
    return init(proxy, nullptr);
}

int ki_init(void *proxy) {
    return ki_init_ppapi(proxy, 0, nullptr);
}

int ki_init_interface(void *proxy, void *pepper) {
    if (!pepper)
        return ki_init(proxy);
    if (ki_is_initialized())
        return 1;
    nacl_io::PepperInterface *given = static_cast<nacl_io::PepperInterface *>(pepper);
    current.pepper_before = nacl_io::used_pepper();
    current.has_given_pepper = true;
    nacl_io::use_pepper(nacl_io::pepper_of(given));
    return init(proxy, given);
}

int ki_push_state_for_testing() {
    if (__nacl_io_push() != 0)
        return 1;
    aside = current;
    pepper_aside = nacl_io::used_pepper();
    current = {};
    nacl_io::use_pepper({});
    has_aside = true;
    return 0;
}

int ki_pop_state_for_testing() {
    if (!has_aside || __nacl_io_pop() != 0)
        return 1;
    nacl_io::use_pepper(pepper_aside);
    replace(nullptr, false);
    current = aside;
    has_aside = false;
    nacl_io::intercept_for_proxy();
    return 0;
}

int ki_uninit() {
    if (!ki_is_initialized())
        return 1;
    if (has_aside)
        return ki_pop_state_for_testing();
    replace(nullptr, false);
    int result = nacl_io_uninit();
    if (current.has_given_pepper)
        nacl_io::use_pepper(current.pepper_before);
    current.has_given_pepper = false;
    return result;
}
