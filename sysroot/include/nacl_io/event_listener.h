/* Waiting for the events of emitters (<nacl_io/event_emitter.h>). A listener belongs to one thread,
   and is gone before the emitters that it is registered with. */
#ifndef _NACL_IO_EVENT_LISTENER_H
#define _NACL_IO_EVENT_LISTENER_H

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "nacl_io/error.h"
#include "nacl_io/event_emitter.h"
#include "sdk_util/auto_lock.h"
#include "sdk_util/macros.h"
#include "sdk_util/scoped_ref.h"
#include "sdk_util/simple_lock.h"

namespace nacl_io {

/* What is waited for: the events `filter` of an emitter. `events` has those of them that came. */
struct EventRequest {
    ScopedEventEmitter emitter;
    uint32_t filter;
    uint32_t events;
};

class EventListener {
public:
    EventListener();
    EventListener(const EventListener &) = delete;
    EventListener &operator=(const EventListener &) = delete;
    virtual ~EventListener();

    /* Is called by an emitter, with the emitter's lock held, for new events that were asked for. */
    virtual void ReceiveEvents(EventEmitter *emitter, uint32_t events) = 0;

protected:
    pthread_cond_t signal_cond_;
};

/* Holds the lock of an emitter as long as it lives. */
class EventListenerLock : public EventListener {
public:
    explicit EventListenerLock(EventEmitter *emitter);
    ~EventListenerLock();

    virtual void ReceiveEvents(EventEmitter *emitter, uint32_t events);

    /* Gives the lock back until the emitter has one of these events, for at most so many milliseconds
       if that is not negative. Gives 0, or ETIMEDOUT. */
    Error WaitOnEvent(uint32_t events, int milliseconds);

private:
    EventEmitter *emitter_;
};

/* Waits for several emitters. */
class EventListenerPoll : public EventListener {
public:
    EventListenerPoll() : is_signaled_(false) {
    }

    virtual void ReceiveEvents(EventEmitter *emitter, uint32_t events);

    /* Waits for any of the requests, as WaitOnEvent does. */
    Error WaitOnAny(EventRequest *requests, size_t count, int milliseconds);

private:
    bool CheckAll(EventRequest *requests, size_t count);

    sdk_util::SimpleLock lock_;
    bool is_signaled_;
};

}

#endif
