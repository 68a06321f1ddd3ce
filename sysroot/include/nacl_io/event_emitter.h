/* An object that has events, such as a pipe that can be read: listeners wait for them
   (<nacl_io/event_listener.h>), and poll and select do if a node gives the object as its emitter.
   Events are the bits of <poll.h>. */
#ifndef _NACL_IO_EVENT_EMITTER_H
#define _NACL_IO_EVENT_EMITTER_H

#include <poll.h>
#include <stdint.h>

#include <map>

#include "nacl_io/error.h"
#include "sdk_util/auto_lock.h"
#include "sdk_util/macros.h"
#include "sdk_util/ref_object.h"
#include "sdk_util/scoped_ref.h"
#include "sdk_util/simple_lock.h"

namespace nacl_io {

class EventEmitter;
class EventListener;

typedef sdk_util::ScopedRef<EventEmitter> ScopedEventEmitter;
typedef std::map<EventListener *, uint32_t> EventListenerMap_t;

/* An order of the objects themselves, for sets and maps. */
bool operator<(const ScopedEventEmitter &one, const ScopedEventEmitter &other);

/* Functions that end in `_Locked` are called with the lock held. */
class EventEmitter : public sdk_util::RefObject {
public:
    EventEmitter();
    EventEmitter(const EventEmitter &) = delete;
    EventEmitter &operator=(const EventEmitter &) = delete;

    /* The events that there are now. */
    uint32_t GetEventStatus() {
        AUTO_LOCK(GetLock());
        return GetEventStatus_Locked();
    }
    uint32_t GetEventStatus_Locked() {
        return status_;
    }

    virtual sdk_util::SimpleLock &GetLock() {
        return lock_;
    }

    /* Adds events, and tells those who listen to any of them; also if they are there already. */
    void RaiseEvents_Locked(uint32_t events);
    void ClearEvents_Locked(uint32_t events);

    /* A listener is told of events with these bits until it is unregistered. Registering it again
       adds bits. */
    void RegisterListener(EventListener *listener, uint32_t events);
    void UnregisterListener(EventListener *listener);
    void RegisterListener_Locked(EventListener *listener, uint32_t events);
    void UnregisterListener_Locked(EventListener *listener);

private:
    uint32_t status_;
    sdk_util::SimpleLock lock_;
    EventListenerMap_t listeners_;
};

}

#endif
