/* A node whose bytes come and go in their order. */
#ifndef _NACL_IO_STREAM_STREAM_NODE_H
#define _NACL_IO_STREAM_STREAM_NODE_H

#include "nacl_io/node.h"
#include "nacl_io/pipe/pipe_event_emitter.h"
#include "nacl_io/stream/stream_fs.h"
#include "sdk_util/atomicops.h"

namespace nacl_io {

class StreamNode;

typedef sdk_util::ScopedRef<StreamNode> ScopedStreamNode;

/* Bits for derived classes to say in which state they are. */
enum StreamStateFlags {
    SSF_CONNECTING = 0x0001,
    SSF_SENDING = 0x0002,
    SSF_RECVING = 0x0004,
    SSF_CLOSING = 0x0008,
    SSF_LISTENING = 0x000f,
    SSF_CAN_SEND = 0x0020,
    SSF_CAN_RECV = 0x0040,
    SSF_CAN_ACCEPT = 0x0080,
    SSF_CAN_CONNECT = 0x00f0,
    SSF_NON_BLOCK = 0x1000,
    SSF_ERROR = 0x4000,
    SSF_CLOSED = 0x8000,
    SSF_RECV_ENDOFSTREAM = 0x10000,
};

class StreamNode : public Node {
public:
    explicit StreamNode(Filesystem *filesystem);

    /* Are for derived classes to move bytes when there is room; here they do nothing. */
    virtual void QueueInput();
    virtual void QueueOutput();

    void SetStreamFlags(uint32_t bits);
    void ClearStreamFlags(uint32_t bits);
    uint32_t GetStreamFlags();
    /* True if all bits are set. */
    bool TestStreamFlags(uint32_t bits);

    /* Its file system, which must be a StreamFs. */
    StreamFs *stream();

protected:
    /* In milliseconds; -1 waits for ever. */
    int read_timeout_;
    int write_timeout_;

private:
    sdk_util::Atomic32 stream_state_flags_;
};

}

#endif
