/* Files and file systems as classes: what they do unless a derived class does more. */
#include <nacl_io/filesystem.h>
#include <nacl_io/node.h>

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

namespace nacl_io {

/* The user and group of files in the original library. */
static const uid_t owner = 1001;
static const gid_t group = 1002;

bool HandleAttr::IsBlocking() const {
    return !(flags & O_NONBLOCK);
}

Node::Node(Filesystem *filesystem) : stat_(), filesystem_(filesystem) {
    stat_.st_uid = owner;
    stat_.st_gid = group;
    stat_.st_mode = S_IRALL | S_IWALL;
    stat_.st_ino = 1;
    if (filesystem_)
        filesystem_->OnNodeCreated(this);
}

Node::~Node() {
}

Error Node::Init(int) {
    return 0;
}

void Node::Destroy() {
    if (filesystem_)
        filesystem_->OnNodeDestroyed(this);
}

bool Node::CanOpen(int open_flags) {
    int access = open_flags & O_ACCMODE;
    bool can_read = stat_.st_mode & S_IRALL, can_write = stat_.st_mode & S_IWALL;
    return (access == O_WRONLY || can_read) && (access == O_RDONLY || can_write);
}

EventEmitter *Node::GetEventEmitter() {
    return nullptr;
}

uint32_t Node::GetEventStatus() {
    if (EventEmitter *emitter = GetEventEmitter())
        return emitter->GetEventStatus();
    return POLLIN | POLLOUT;
}

Error Node::FSync() {
    return 0;
}

Error Node::FTruncate(off_t) {
    return EINVAL;
}

Error Node::GetDents(size_t, struct dirent *, size_t, int *count) {
    *count = 0;
    return ENOTDIR;
}

Error Node::GetStat(struct stat *status) {
    *status = stat_;
    return 0;
}

Error Node::Ioctl(int request, ...) {
    va_list arguments;
    va_start(arguments, request);
    Error error = VIoctl(request, arguments);
    va_end(arguments);
    return error;
}

Error Node::VIoctl(int, va_list) {
    return EINVAL;
}

Error Node::Read(const HandleAttr &, void *, size_t, int *count) {
    *count = 0;
    return EINVAL;
}

Error Node::Write(const HandleAttr &, const void *, size_t, int *count) {
    *count = 0;
    return EINVAL;
}

Error Node::MMap(void *address, size_t length, int protection, int flags, size_t offset, void **mapped) {
    *mapped = nullptr;
    if (protection & PROT_EXEC)
        return EPERM;
    /* It is a copy, so changes never get into the file. */
    if (flags & MAP_SHARED && protection & PROT_WRITE)
        return EACCES;
    int kind = (flags & ~MAP_SHARED) | MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory = ::mmap(address, length, protection | PROT_WRITE, kind, -1, 0);
    if (memory == MAP_FAILED)
        return errno;
    HandleAttr attributes;
    attributes.offs = (off_t) offset;
    Error error = 0;
    int count = 1;
    for (size_t done = 0; !error && done < length && count > 0; done += (size_t) count) {
        error = Read(attributes, static_cast<char *>(memory) + done, length - done, &count);
        attributes.offs += count;
    }
    if (error)
        ::munmap(memory, length);
    else
        *mapped = memory;
    return error;
}

Error Node::Tcflush(int) {
    return EINVAL;
}

Error Node::Tcgetattr(struct termios *) {
    return EINVAL;
}

Error Node::Tcsetattr(int, const struct termios *) {
    return EINVAL;
}

Error Node::Futimens(const struct timespec *) {
    return 0;
}

Error Node::Fchmod(mode_t) {
    return EINVAL;
}

int Node::GetLinks() {
    return (int) stat_.st_nlink;
}

int Node::GetMode() {
    return (int) (stat_.st_mode & S_MODEBITS);
}

void Node::SetMode(int mode) {
    stat_.st_mode = (stat_.st_mode & ~(mode_t) S_MODEBITS) | (mode & S_MODEBITS);
}

int Node::GetType() {
    return (int) (stat_.st_mode & S_IFMT);
}

void Node::SetType(int type) {
    stat_.st_mode = (stat_.st_mode & ~(mode_t) S_IFMT) | (type & S_IFMT);
}

Error Node::GetSize(off_t *size) {
    *size = stat_.st_size;
    return 0;
}

Error Node::Isatty() {
    return ENOTTY;
}

bool Node::IsaDir() {
    return GetType() == S_IFDIR;
}

bool Node::IsaFile() {
    return GetType() == S_IFREG;
}

bool Node::IsaSock() {
    return GetType() == S_IFSOCK;
}

bool Node::IsSeekable() {
    return !IsaSock() && GetType() != S_IFIFO;
}

int Node::ChildCount() {
    return 0;
}

Error Node::AddChild(const std::string &, const ScopedNode &) {
    return ENOTDIR;
}

Error Node::RemoveChild(const std::string &) {
    return ENOTDIR;
}

Error Node::FindChild(const std::string &, ScopedNode *node) {
    node->reset();
    return ENOTDIR;
}

void Node::Link() {
    ++stat_.st_nlink;
}

void Node::Unlink() {
    --stat_.st_nlink;
}

void Node::UpdateTime(int which) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (which & UPDATE_ATIME)
        stat_.st_atim = now;
    if (which & UPDATE_MTIME)
        stat_.st_mtim = now;
    if (which & UPDATE_CTIME)
        stat_.st_ctim = now;
}

Filesystem::Filesystem() : dev_(0), ppapi_(nullptr) {
}

Filesystem::~Filesystem() {
}

Error Filesystem::Init(const FsInitArgs &args) {
    dev_ = args.dev;
    ppapi_ = args.ppapi;
    return 0;
}

void Filesystem::Destroy() {
}

Error Filesystem::Open(const Path &path, int open_flags, ScopedNode *node) {
    return OpenWithMode(path, open_flags, S_IRALL | S_IWALL, node);
}

Error Filesystem::OpenResource(const Path &, ScopedNode *node) {
    node->reset();
    return EINVAL;
}

Error Filesystem::Filesystem_VIoctl(int, va_list) {
    return EINVAL;
}

Error Filesystem::Filesystem_Ioctl(int request, ...) {
    va_list arguments;
    va_start(arguments, request);
    Error error = Filesystem_VIoctl(request, arguments);
    va_end(arguments);
    return error;
}

void Filesystem::OnNodeCreated(Node *node) {
    node->stat_.st_ino = inode_pool_.Acquire();
    node->stat_.st_dev = dev_;
}

void Filesystem::OnNodeDestroyed(Node *node) {
    inode_pool_.Release(node->stat_.st_ino);
}

}
