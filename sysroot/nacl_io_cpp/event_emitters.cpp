/* Events: those who have them and those who wait for them. */
#include <nacl_io/event_emitter.h>
#include <nacl_io/event_listener.h>

#include <errno.h>
#include <time.h>

extern "C" {
#include "libc/readiness.h"
}

namespace nacl_io {

bool operator<(const ScopedEventEmitter &one, const ScopedEventEmitter &other) {
    return one.get() < other.get();
}

EventEmitter::EventEmitter() : status_(0) {
}

void EventEmitter::RaiseEvents_Locked(uint32_t events) {
    status_ |= events;
    for (const auto &listener : listeners_) {
        if (listener.second & events)
            listener.first->ReceiveEvents(this, listener.second & events);
    }
    __readiness_changed();
}

void EventEmitter::ClearEvents_Locked(uint32_t events) {
    status_ &= ~events;
}

void EventEmitter::RegisterListener(EventListener *listener, uint32_t events) {
    AUTO_LOCK(GetLock());
    RegisterListener_Locked(listener, events);
}

void EventEmitter::UnregisterListener(EventListener *listener) {
    AUTO_LOCK(GetLock());
    UnregisterListener_Locked(listener);
}

void EventEmitter::RegisterListener_Locked(EventListener *listener, uint32_t events) {
    listeners_[listener] |= events;
}

void EventEmitter::UnregisterListener_Locked(EventListener *listener) {
    listeners_.erase(listener);
}

EventListener::EventListener() {
    pthread_cond_init(&signal_cond_, nullptr);
}

EventListener::~EventListener() {
    pthread_cond_destroy(&signal_cond_);
}

namespace {

/* A moment that is so many milliseconds away, or never comes. */
class Deadline {
public:
    explicit Deadline(int milliseconds) : milliseconds_(milliseconds) {
        clock_gettime(CLOCK_REALTIME, &moment_);
        if (milliseconds <= 0)
            return;
        moment_.tv_sec += milliseconds / 1000;
        moment_.tv_nsec += milliseconds % 1000 * 1000000;
        if (moment_.tv_nsec >= 1000000000) {
            moment_.tv_nsec -= 1000000000;
            ++moment_.tv_sec;
        }
    }

    /* Waits for a signal: 0 or ETIMEDOUT. */
    int Wait(pthread_cond_t *condition, pthread_mutex_t *lock) const {
        if (milliseconds_ == 0)
            return ETIMEDOUT;
        if (milliseconds_ < 0)
            return pthread_cond_wait(condition, lock);
        return pthread_cond_timedwait(condition, lock, &moment_);
    }

private:
    int milliseconds_;
    struct timespec moment_;
};

}

EventListenerLock::EventListenerLock(EventEmitter *emitter) : emitter_(emitter) {
    emitter_->GetLock().Lock();
}

EventListenerLock::~EventListenerLock() {
    emitter_->GetLock().Unlock();
}

void EventListenerLock::ReceiveEvents(EventEmitter *, uint32_t) {
    pthread_cond_signal(&signal_cond_);
}

Error EventListenerLock::WaitOnEvent(uint32_t events, int milliseconds) {
    Deadline deadline(milliseconds);
    int error = 0;
    emitter_->RegisterListener_Locked(this, events);
    while (!error && !(emitter_->GetEventStatus_Locked() & events))
        error = deadline.Wait(&signal_cond_, emitter_->GetLock().mutex());
    emitter_->UnregisterListener_Locked(this);
    return emitter_->GetEventStatus_Locked() & events ? 0 : error;
}

/* The emitter's lock is held, so this one is never held while an emitter's is taken. */
void EventListenerPoll::ReceiveEvents(EventEmitter *, uint32_t) {
    AUTO_LOCK(lock_);
    is_signaled_ = true;
    pthread_cond_signal(&signal_cond_);
}

bool EventListenerPoll::CheckAll(EventRequest *requests, size_t count) {
    bool any = false;
    for (size_t index = 0; index < count; ++index) {
        requests[index].events = requests[index].emitter->GetEventStatus() & requests[index].filter;
        any = any || requests[index].events;
    }
    return any;
}

Error EventListenerPoll::WaitOnAny(EventRequest *requests, size_t count, int milliseconds) {
    Deadline deadline(milliseconds);
    for (size_t index = 0; index < count; ++index)
        requests[index].emitter->RegisterListener(this, requests[index].filter);
    int error = 0;
    bool any = CheckAll(requests, count);
    while (!any && !error) {
        {
            AUTO_LOCK(lock_);
            while (!error && !is_signaled_)
                error = deadline.Wait(&signal_cond_, lock_.mutex());
            is_signaled_ = false;
        }
        any = CheckAll(requests, count);
    }
    for (size_t index = 0; index < count; ++index)
        requests[index].emitter->UnregisterListener(this);
    is_signaled_ = false;
    return any ? 0 : error;
}

}
