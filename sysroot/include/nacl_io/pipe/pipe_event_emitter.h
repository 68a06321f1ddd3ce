/* The queue of a pipe, and its events. */
#ifndef _NACL_IO_PIPE_PIPE_EVENT_EMITTER_H
#define _NACL_IO_PIPE_PIPE_EVENT_EMITTER_H

#include <poll.h>
#include <stdint.h>
#include <stdlib.h>

#include "nacl_io/fifo_char.h"
#include "nacl_io/stream/stream_event_emitter.h"
#include "sdk_util/auto_lock.h"

namespace nacl_io {

class PipeEventEmitter;

typedef sdk_util::ScopedRef<PipeEventEmitter> ScopedPipeEventEmitter;

class PipeEventEmitter : public StreamEventEmitter {
public:
    /* The most bytes in the queue. */
    explicit PipeEventEmitter(size_t size);

    /* Move as many bytes as there are or as there is room for, and give their number. */
    Error Read_Locked(char *bytes, size_t size, int *count);
    Error Write_Locked(const char *bytes, size_t size, int *count);

protected:
    virtual FIFOChar *in_fifo();
    virtual FIFOChar *out_fifo();

private:
    FIFOChar fifo_;
};

}

#endif
