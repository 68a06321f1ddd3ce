/* The parts of addresses, and what a program may ask of a page. */
#ifndef PPAPI_CPP_DEV_URL_UTIL_DEV_H
#define PPAPI_CPP_DEV_URL_UTIL_DEV_H

#include <ppapi/c/dev/ppb_url_util_dev.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/var.h>

namespace pp {

/* Where components are asked for, they are written if the address is one. */
class URLUtil_Dev {
public:
    /* A null pointer, if the browser has no such interface. */
    static const URLUtil_Dev *Get();
    Var Canonicalize(const Var &url, PP_URLComponents_Dev *components = nullptr) const;
    Var ResolveRelativeToURL(
        const Var &base, const Var &relative, PP_URLComponents_Dev *components = nullptr) const;
    Var ResolveRelativeToDocument(
        const InstanceHandle &instance, const Var &relative, PP_URLComponents_Dev *components = nullptr) const;
    bool IsSameSecurityOrigin(const Var &one, const Var &other) const;
    bool DocumentCanRequest(const InstanceHandle &instance, const Var &url) const;
    bool DocumentCanAccessDocument(const InstanceHandle &active, const InstanceHandle &target) const;
    Var GetDocumentURL(const InstanceHandle &instance, PP_URLComponents_Dev *components = nullptr) const;
    Var GetPluginInstanceURL(const InstanceHandle &instance, PP_URLComponents_Dev *components = nullptr) const;
    Var GetPluginReferrerURL(const InstanceHandle &instance, PP_URLComponents_Dev *components = nullptr) const;
};

} // namespace pp

#endif
