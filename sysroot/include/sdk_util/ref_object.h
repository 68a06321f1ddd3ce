/* Objects that go with their last ScopedRef. */
#ifndef _SDK_UTIL_REF_OBJECT_H
#define _SDK_UTIL_REF_OBJECT_H

#include <pthread.h>
#include <stdlib.h>

#include "sdk_util/atomicops.h"

namespace sdk_util {

class ScopedRefBase;

/* Programs derive from it, and have such objects by ScopedRef alone. */
class RefObject {
public:
    RefObject() : references_(0) {}

    /* How many there are at this moment. */
    int RefCount() const { return references_; }

protected:
    virtual ~RefObject() {}

    /* Is called when the last reference goes, before the destructor. */
    virtual void Destroy() {}

    void Acquire() { AtomicAddFetch(&references_, 1); }

    /* False if that was the last one. */
    bool Release() {
        if (AtomicAddFetch(&references_, -1) > 0)
            return true;
        Destroy();
        delete this;
        return false;
    }

private:
    friend class ScopedRefBase;

    Atomic32 references_;
};

} // namespace sdk_util

#endif
