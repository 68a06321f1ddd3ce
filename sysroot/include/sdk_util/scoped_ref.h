/* A reference of an object, which keeps it. */
#ifndef _SDK_UTIL_SCOPED_REF_H
#define _SDK_UTIL_SCOPED_REF_H

#include <stdlib.h>

#include "sdk_util/macros.h"
#include "sdk_util/ref_object.h"

namespace sdk_util {

class ScopedRefBase {
protected:
    ScopedRefBase() : ptr_(nullptr) {}
    ~ScopedRefBase() { reset(nullptr); }

    /* The new one is kept before the old one goes, which may be the same. */
    void reset(RefObject *object) {
        if (object)
            object->Acquire();
        RefObject *before = ptr_;
        ptr_ = object;
        if (before)
            before->Release();
    }

    RefObject *ptr_;
};

template <class T> class ScopedRef : public ScopedRefBase {
public:
    ScopedRef() {}
    explicit ScopedRef(T *object) { reset(object); }
    ScopedRef(const ScopedRef &other) : ScopedRefBase() { reset(other.get()); }
    template <typename U> ScopedRef(const ScopedRef<U> &other) { reset(other.get()); }

    ScopedRef &operator=(const ScopedRef &other) {
        reset(other.get());
        return *this;
    }
    template <typename U> ScopedRef &operator=(const ScopedRef<U> &other) {
        reset(other.get());
        return *this;
    }

    void reset(T *object = nullptr) { ScopedRefBase::reset(object); }
    T *get() const { return static_cast<T *>(ptr_); }
    T &operator*() const { return *get(); }
    T *operator->() const { return get(); }
    explicit operator bool() const { return ptr_ != nullptr; }

    template <typename U> bool operator==(const ScopedRef<U> &other) const { return get() == other.get(); }
    template <typename U> bool operator!=(const ScopedRef<U> &other) const { return get() != other.get(); }
};

template <typename U, typename T> ScopedRef<U> static_scoped_ref_cast(const ScopedRef<T> &reference) {
    return ScopedRef<U>(static_cast<U *>(reference.get()));
}

} // namespace sdk_util

#endif
