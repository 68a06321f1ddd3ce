/* The browser's interfaces, each asked for once by its name. */
#ifndef INTERFACES_H
#define INTERFACES_H

#include <ppapi/cpp/module.h>

template <typename Interface> const Interface *interface_of(const char *name) {
    return static_cast<const Interface *>(pp::Module::Get()->GetBrowserInterface(name));
}

#define INTERFACE(function, type, name)                          \
    static const type *function() {                              \
        static const type *found = interface_of<type>(name);     \
        return found;                                            \
    }

#endif
