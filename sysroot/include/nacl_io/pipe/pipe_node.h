/* A pipe as a node, which is read and written. POSIX's pipe does not make these. */
#ifndef _NACL_IO_PIPE_PIPE_NODE_H
#define _NACL_IO_PIPE_PIPE_NODE_H

#include "nacl_io/pipe/pipe_event_emitter.h"
#include "nacl_io/stream/stream_node.h"

namespace nacl_io {

class PipeNode : public StreamNode {
public:
    explicit PipeNode(Filesystem *filesystem);

    virtual PipeEventEmitter *GetEventEmitter();
    /* Wait for one byte or for room, or fail with EWOULDBLOCK if the handle does not block. */
    virtual Error Read(const HandleAttr &attributes, void *bytes, size_t size, int *count);
    virtual Error Write(const HandleAttr &attributes, const void *bytes, size_t size, int *count);

protected:
    ScopedPipeEventEmitter pipe_;
};

}

#endif
