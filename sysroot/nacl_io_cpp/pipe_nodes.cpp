/* Nodes of streams, and pipes among them. */
#include <nacl_io/event_listener.h>
#include <nacl_io/pipe/pipe_node.h>
#include <nacl_io/stream/stream_fs.h>
#include <nacl_io/stream/stream_node.h>

namespace nacl_io {

StreamFs::StreamFs() {
}

StreamFs::~StreamFs() {
}

Error StreamFs::OpenWithMode(const Path &, int, mode_t, ScopedNode *node) {
    node->reset();
    return EACCES;
}

Error StreamFs::Unlink(const Path &) {
    return EPERM;
}

Error StreamFs::Mkdir(const Path &, int) {
    return EPERM;
}

Error StreamFs::Rmdir(const Path &) {
    return EPERM;
}

Error StreamFs::Remove(const Path &) {
    return EPERM;
}

Error StreamFs::Rename(const Path &, const Path &) {
    return EPERM;
}

StreamEventEmitter::StreamEventEmitter() : stream_(nullptr) {
}

void StreamEventEmitter::AttachStream(StreamNode *stream) {
    AUTO_LOCK(GetLock());
    stream_ = stream;
}

void StreamEventEmitter::DetachStream() {
    AttachStream(nullptr);
}

void StreamEventEmitter::UpdateStatus_Locked() {
    uint32_t status = 0;
    if (!in_fifo()->IsEmpty())
        status |= POLLIN;
    if (!out_fifo()->IsFull())
        status |= POLLOUT;
    ClearEvents_Locked((POLLIN | POLLOUT) & ~status);
    RaiseEvents_Locked(status);
}

StreamNode::StreamNode(Filesystem *filesystem)
    : Node(filesystem), read_timeout_(-1), write_timeout_(-1), stream_state_flags_(0) {
}

void StreamNode::QueueInput() {
}

void StreamNode::QueueOutput() {
}

void StreamNode::SetStreamFlags(uint32_t bits) {
    sdk_util::AtomicOrFetch(&stream_state_flags_, bits);
}

void StreamNode::ClearStreamFlags(uint32_t bits) {
    sdk_util::AtomicAndFetch(&stream_state_flags_, ~bits);
}

uint32_t StreamNode::GetStreamFlags() {
    return (uint32_t) __atomic_load_n(&stream_state_flags_, __ATOMIC_SEQ_CST);
}

bool StreamNode::TestStreamFlags(uint32_t bits) {
    return (GetStreamFlags() & bits) == bits;
}

StreamFs *StreamNode::stream() {
    return static_cast<StreamFs *>(filesystem_);
}

PipeEventEmitter::PipeEventEmitter(size_t size) : fifo_(size) {
    UpdateStatus_Locked();
}

FIFOChar *PipeEventEmitter::in_fifo() {
    return &fifo_;
}

FIFOChar *PipeEventEmitter::out_fifo() {
    return &fifo_;
}

Error PipeEventEmitter::Read_Locked(char *bytes, size_t size, int *count) {
    *count = (int) fifo_.Read(bytes, size);
    UpdateStatus_Locked();
    return 0;
}

Error PipeEventEmitter::Write_Locked(const char *bytes, size_t size, int *count) {
    *count = (int) fifo_.Write(bytes, size);
    UpdateStatus_Locked();
    return 0;
}

/* As much as a pipe of POSIX holds. */
static const size_t room = 65536;

PipeNode::PipeNode(Filesystem *filesystem) : StreamNode(filesystem), pipe_(new PipeEventEmitter(room)) {
    SetType(S_IFIFO);
}

PipeEventEmitter *PipeNode::GetEventEmitter() {
    return pipe_.get();
}

/* Waits as the handle does. */
static Error wait(EventListenerLock &listener, const HandleAttr &attributes, uint32_t event, int timeout) {
    Error error = listener.WaitOnEvent(event, attributes.IsBlocking() ? timeout : 0);
    return error == ETIMEDOUT ? Error(EWOULDBLOCK) : error;
}

Error PipeNode::Read(const HandleAttr &attributes, void *bytes, size_t size, int *count) {
    EventListenerLock listener(pipe_.get());
    *count = 0;
    Error error = wait(listener, attributes, POLLIN, read_timeout_);
    return error ? error : pipe_->Read_Locked(static_cast<char *>(bytes), size, count);
}

Error PipeNode::Write(const HandleAttr &attributes, const void *bytes, size_t size, int *count) {
    EventListenerLock listener(pipe_.get());
    *count = 0;
    Error error = wait(listener, attributes, POLLOUT, write_timeout_);
    return error ? error : pipe_->Write_Locked(static_cast<const char *>(bytes), size, count);
}

}
