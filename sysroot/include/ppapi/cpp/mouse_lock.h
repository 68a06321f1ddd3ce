/* The mouse for the program alone. Programs derive from it. */
#ifndef PPAPI_CPP_MOUSE_LOCK_H
#define PPAPI_CPP_MOUSE_LOCK_H

#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>

namespace pp {

class Instance;

class MouseLock {
public:
    explicit MouseLock(Instance *instance);
    virtual ~MouseLock();
    virtual void MouseLockLost() = 0;
    int32_t LockMouse(const CompletionCallback &callback);
    void UnlockMouse();

private:
    InstanceHandle associated_instance_;
};

} // namespace pp

#endif
