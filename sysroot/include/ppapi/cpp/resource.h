/* A reference to a resource of the browser. */
#ifndef PPAPI_CPP_RESOURCE_H
#define PPAPI_CPP_RESOURCE_H

#include <ppapi/c/pp_resource.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/pass_ref.h>

namespace pp {

class Resource {
public:
    Resource() : resource_(0) {}
    Resource(const Resource &other);
    explicit Resource(PP_Resource resource);
    Resource(PassRef, PP_Resource resource) : resource_(resource) {}
    Resource &operator=(const Resource &other);
    virtual ~Resource();

    bool is_null() const { return resource_ == 0; }
    PP_Resource pp_resource() const { return resource_; }
    /* Gives the reference away. */
    PP_Resource detach() {
        PP_Resource resource = resource_;
        resource_ = 0;
        return resource;
    }

protected:
    void PassRefFromConstructor(PP_Resource resource) { resource_ = resource; }
    void Clear();

private:
    PP_Resource resource_;
};

inline bool operator==(const Resource &one, const Resource &other) {
    return one.pp_resource() == other.pp_resource();
}

inline bool operator!=(const Resource &one, const Resource &other) {
    return !(one == other);
}

} // namespace pp

#endif
