/* The events of a node that has a queue for each direction. */
#ifndef _NACL_IO_STREAM_STREAM_EVENT_EMITTER_H
#define _NACL_IO_STREAM_STREAM_EVENT_EMITTER_H

#include "nacl_io/event_emitter.h"
#include "nacl_io/fifo_interface.h"
#include "sdk_util/macros.h"
#include "sdk_util/scoped_ref.h"

namespace nacl_io {

class StreamEventEmitter;
class StreamNode;

typedef sdk_util::ScopedRef<StreamEventEmitter> ScopedStreamEventEmitter;

class StreamEventEmitter : public EventEmitter {
public:
    StreamEventEmitter();

    /* The node whose events they are, or null. */
    void AttachStream(StreamNode *stream);
    void DetachStream();
    StreamNode *stream() {
        return stream_;
    }

protected:
    /* Both may be the same queue. */
    virtual FIFOInterface *in_fifo() = 0;
    virtual FIFOInterface *out_fifo() = 0;

    /* Sets POLLIN and POLLOUT as the queues are. */
    void UpdateStatus_Locked();

    StreamNode *stream_;
};

}

#endif
