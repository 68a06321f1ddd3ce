/* The calls as methods: each calls POSIX's function of the same name, which is the library's then. */
#include <nacl_io/kernel_proxy.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <unistd.h>

#include <nacl_io/memfs/mem_fs.h>
#include <nacl_io/real_pepper_interface.h>

#include "nacl_io/kernel.h"

extern "C" {
#include "nacl_io/pepper.h"
}

#include "nacl_io_cpp/inside.h"
#include "nacl_io_cpp/mounted.h"

namespace nacl_io {

static int result_of_error(int error) {
    if (!error)
        return 0;
    errno = error;
    return -1;
}

KernelProxy::KernelProxy() : ppapi_(nullptr), own_ppapi_(nullptr) {
    factories_["memfs"] = new TypedFsFactory<MemFs>;
}

KernelProxy::~KernelProxy() {
    for (auto &factory : factories_)
        delete factory.second;
    delete own_ppapi_;
}

Error KernelProxy::Init(PepperInterface *ppapi) {
    if (!ppapi && __nacl_io_get_interface) {
        delete own_ppapi_;
        ppapi = own_ppapi_ = new RealPepperInterface(__nacl_io_instance, __nacl_io_get_interface);
    }
    ppapi_ = ppapi;
    int error = __nacl_io_install();
    if (error)
        return error == EALREADY ? 0 : error;
    /* A method that refuses leaves the program without them. */
    open("/dev/stdin", O_RDONLY, 0);
    open("/dev/stdout", O_WRONLY, 0);
    open("/dev/stderr", O_WRONLY, 0);
    return 0;
}

bool KernelProxy::RegisterFsType(const char *type, fuse_operations *operations) {
    return nacl_io_register_fs_type(type, operations) != 0;
}

bool KernelProxy::UnregisterFsType(const char *type) {
    return nacl_io_unregister_fs_type(type) != 0;
}

void KernelProxy::SetExitCallback(nacl_io_exit_callback_t callback, void *user_data) {
    nacl_io_set_exit_callback(callback, user_data);
}

void KernelProxy::SetMountCallback(nacl_io_mount_callback_t callback, void *user_data) {
    nacl_io_set_mount_callback(callback, user_data);
}

int KernelProxy::pipe(int ends[2]) {
    return Inside(), ::pipe(ends);
}

int KernelProxy::open_resource(const char *name) {
    (void) name;
    errno = ENOSYS;
    return -1;
}

int KernelProxy::open(const char *path, int flags, mode_t mode) {
    return Inside(), ::open(path, flags, mode);
}

int KernelProxy::close(int fd) {
    return Inside(), ::close(fd);
}

int KernelProxy::dup(int fd) {
    return Inside(), ::dup(fd);
}

int KernelProxy::dup2(int fd, int new_fd) {
    return Inside(), ::dup2(fd, new_fd);
}

void KernelProxy::exit(int status) {
    Inside inside;
    ::_exit(status);
}

int KernelProxy::chdir(const char *path) {
    return Inside(), ::chdir(path);
}

char *KernelProxy::getcwd(char *path, size_t size) {
    return Inside(), ::getcwd(path, size);
}

char *KernelProxy::getwd(char *path) {
    return Inside(), ::getwd(path);
}

/* The options of mount by name; one without a value is "true". */
static StringMap_t options_of(const char *source, const void *data) {
    StringMap_t options;
    std::string rest = data ? static_cast<const char *>(data) : "";
    while (!rest.empty()) {
        size_t end = rest.find(',');
        std::string option = rest.substr(0, end);
        rest = end == std::string::npos ? "" : rest.substr(end + 1);
        size_t equals = option.find('=');
        if (!option.empty())
            options[option.substr(0, equals)] = equals == std::string::npos ? "true" : option.substr(equals + 1);
    }
    options["SOURCE"] = source ? source : "";
    return options;
}

int KernelProxy::mount(
    const char *source, const char *target, const char *type, unsigned long flags, const void *data) {
    auto factory = factories_.find(type ? type : "");
    if (factory == factories_.end())
        return Inside(), ::mount(source, target, type, flags, data);
    FsInitArgs args((int) __nacl_io_new_device());
    args.string_map = options_of(source, data);
    args.ppapi = ppapi_;
    ScopedFilesystem made;
    Error error = factory->second->CreateFilesystem(args, &made);
    if (error)
        return result_of_error(error);
    struct file_system *system = mounted(made);
    if (!system)
        return result_of_error(ENOMEM);
    return result_of_error(
        __nacl_io_mount_system(system, (dev_t) args.dev, source, target, type, flags, data));
}

Error KernelProxy::AcquireFsAndRelPath(const std::string &path, ScopedFilesystem *filesystem, Path *inside) {
    char rest[PATH_MAX];
    struct file_system *system;
    filesystem->reset();
    Error error = __nacl_io_find_system(path.c_str(), &system, rest, sizeof(rest));
    if (error)
        return error;
    filesystem->reset(class_of(system));
    inside->Set(rest);
    __nacl_io_release_system(system);
    return *filesystem ? 0 : ENOSYS;
}

int KernelProxy::umount(const char *target) {
    return Inside(), ::umount(target);
}

int KernelProxy::chown(const char *path, uid_t owner, gid_t group) {
    return Inside(), ::chown(path, owner, group);
}

int KernelProxy::fchown(int fd, uid_t owner, gid_t group) {
    return Inside(), ::fchown(fd, owner, group);
}

int KernelProxy::lchown(const char *path, uid_t owner, gid_t group) {
    return Inside(), ::lchown(path, owner, group);
}

int KernelProxy::chmod(const char *path, mode_t mode) {
    return Inside(), ::chmod(path, mode);
}

int KernelProxy::mkdir(const char *path, mode_t mode) {
    return Inside(), ::mkdir(path, mode);
}

int KernelProxy::rmdir(const char *path) {
    return Inside(), ::rmdir(path);
}

int KernelProxy::stat(const char *path, struct stat *status) {
    return Inside(), ::stat(path, status);
}

ssize_t KernelProxy::read(int fd, void *bytes, size_t size) {
    return Inside(), ::read(fd, bytes, size);
}

ssize_t KernelProxy::write(int fd, const void *bytes, size_t size) {
    return Inside(), ::write(fd, bytes, size);
}

int KernelProxy::fchmod(int fd, mode_t mode) {
    return Inside(), ::fchmod(fd, mode);
}

int KernelProxy::fcntl(int fd, int request, va_list arguments) {
    if (request == F_GETLK || request == F_SETLK || request == F_SETLKW)
        return Inside(), ::fcntl(fd, request, va_arg(arguments, struct flock *));
    bool has_argument =
        request == F_DUPFD || request == F_DUPFD_CLOEXEC || request == F_SETFD || request == F_SETFL;
    int argument = has_argument ? va_arg(arguments, int) : 0;
    if (request == F_SETFD && (argument & ~FD_CLOEXEC))
        return result_of_error(EINVAL);
    return Inside(), ::fcntl(fd, request, argument);
}

int KernelProxy::fstat(int fd, struct stat *status) {
    return Inside(), ::fstat(fd, status);
}

int KernelProxy::getdents(int fd, struct dirent *entries, unsigned int size) {
    return Inside(), ::getdents(fd, entries, size);
}

int KernelProxy::fchdir(int fd) {
    return Inside(), ::fchdir(fd);
}

int KernelProxy::ftruncate(int fd, off_t length) {
    return Inside(), ::ftruncate(fd, length);
}

int KernelProxy::fsync(int fd) {
    return Inside(), ::fsync(fd);
}

int KernelProxy::fdatasync(int fd) {
    return Inside(), ::fdatasync(fd);
}

int KernelProxy::isatty(int fd) {
    return Inside(), ::isatty(fd);
}

int KernelProxy::ioctl(int fd, int request, va_list arguments) {
    return Inside(), ::ioctl(fd, request, va_arg(arguments, void *));
}

int KernelProxy::futimens(int fd, const struct timespec times[2]) {
    return Inside(), ::futimens(fd, times);
}

off_t KernelProxy::lseek(int fd, off_t offset, int whence) {
    return Inside(), ::lseek(fd, offset, whence);
}

int KernelProxy::remove(const char *path) {
    return Inside(), ::remove(path);
}

int KernelProxy::unlink(const char *path) {
    return Inside(), ::unlink(path);
}

int KernelProxy::truncate(const char *path, off_t length) {
    return Inside(), ::truncate(path, length);
}

int KernelProxy::lstat(const char *path, struct stat *status) {
    return Inside(), ::lstat(path, status);
}

int KernelProxy::rename(const char *path, const char *new_path) {
    return Inside(), ::rename(path, new_path);
}

int KernelProxy::access(const char *path, int mode) {
    return Inside(), ::access(path, mode);
}

int KernelProxy::readlink(const char *path, char *target, size_t size) {
    return Inside(), ::readlink(path, target, size);
}

int KernelProxy::utimens(const char *path, const struct timespec times[2]) {
    return Inside(), ::utimensat(AT_FDCWD, path, times, 0);
}

int KernelProxy::link(const char *path, const char *new_path) {
    return Inside(), ::link(path, new_path);
}

int KernelProxy::symlink(const char *target, const char *path) {
    return Inside(), ::symlink(target, path);
}

void *KernelProxy::mmap(void *address, size_t length, int protection, int flags, int fd, size_t
    offset) {
    return Inside(), ::mmap(address, length, protection, flags, fd, offset);
}

int KernelProxy::munmap(void *address, size_t length) {
    /* It is no error that a file of a class gave memory that is not mapped. */
    Inside inside;
    ::munmap(address, length);
    return 0;
}

int KernelProxy::tcflush(int fd, int queue) {
    return Inside(), ::tcflush(fd, queue);
}

int KernelProxy::tcgetattr(int fd, struct termios *settings) {
    return Inside(), ::tcgetattr(fd, settings);
}

int KernelProxy::tcsetattr(int fd, int when, const struct termios *settings) {
    return Inside(), ::tcsetattr(fd, when, settings);
}

/* As in the original library, SIGUSR1 and SIGUSR2 do nothing and SIGWINCH alone can be handled.
   POSIX's functions know every signal. */
int KernelProxy::kill(pid_t process, int signal) {
    if (process != 0 && process != -1 && process != getpid())
        return result_of_error(ESRCH);
    if (signal == SIGUSR1 || signal == SIGUSR2)
        return 0;
    return signal == SIGWINCH ? (Inside(), ::kill(process, signal)) : result_of_error(EINVAL);
}

int KernelProxy::sigaction(int signal, const struct sigaction *action, struct sigaction *old_action) {
    if (signal == SIGWINCH)
        return Inside(), ::sigaction(signal, action, old_action);
    bool is_changed = action && action->sa_handler != SIG_DFL;
    if (signal < 1 || signal >= NSIG || signal == SIGSTOP || is_changed)
        return result_of_error(EINVAL);
    if (old_action)
        *old_action = {};
    return 0;
}

mode_t KernelProxy::umask(mode_t mask) {
    return Inside(), ::umask(mask);
}

int KernelProxy::select(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval
    *timeout) {
    return Inside(), ::select(count, reading, writing, other, timeout);
}

int KernelProxy::poll(struct pollfd *files, nfds_t count, int timeout) {
    return Inside(), ::poll(files, count, timeout);
}

int KernelProxy::accept(int fd, struct sockaddr *address, socklen_t *size) {
    return Inside(), ::accept(fd, address, size);
}

int KernelProxy::bind(int fd, const struct sockaddr *address, socklen_t size) {
    return Inside(), ::bind(fd, address, size);
}

int KernelProxy::connect(int fd, const struct sockaddr *address, socklen_t size) {
    return Inside(), ::connect(fd, address, size);
}

struct hostent *KernelProxy::gethostbyname(const char *name) {
    return Inside(), ::gethostbyname(name);
}

void KernelProxy::freeaddrinfo(struct addrinfo *addresses) {
    Inside inside;
    ::freeaddrinfo(addresses);
}

int KernelProxy::getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
    struct addrinfo **addresses) {
    return Inside(), ::getaddrinfo(host, service, hints, addresses);
}

int KernelProxy::getnameinfo(const struct sockaddr *address, socklen_t size, char *host, size_t
    host_size, char *service, size_t service_size, int flags) {
    return Inside(), ::getnameinfo(address, size, host, host_size, service, service_size, flags);
}

int KernelProxy::getpeername(int fd, struct sockaddr *address, socklen_t *size) {
    return Inside(), ::getpeername(fd, address, size);
}

int KernelProxy::getsockname(int fd, struct sockaddr *address, socklen_t *size) {
    return Inside(), ::getsockname(fd, address, size);
}

int KernelProxy::getsockopt(int fd, int level, int name, void *value, socklen_t *size) {
    return Inside(), ::getsockopt(fd, level, name, value, size);
}

int KernelProxy::listen(int fd, int waiting) {
    return Inside(), ::listen(fd, waiting);
}

ssize_t KernelProxy::recv(int fd, void *bytes, size_t size, int flags) {
    return Inside(), ::recv(fd, bytes, size, flags);
}

ssize_t KernelProxy::recvfrom(int fd, void *bytes, size_t size, int flags, struct sockaddr
    *address, socklen_t *address_size) {
    return Inside(), ::recvfrom(fd, bytes, size, flags, address, address_size);
}

ssize_t KernelProxy::recvmsg(int fd, struct msghdr *message, int flags) {
    return Inside(), ::recvmsg(fd, message, flags);
}

ssize_t KernelProxy::send(int fd, const void *bytes, size_t size, int flags) {
    return Inside(), ::send(fd, bytes, size, flags);
}

ssize_t KernelProxy::sendto(int fd, const void *bytes, size_t size, int flags, const struct
    sockaddr *address, socklen_t address_size) {
    return Inside(), ::sendto(fd, bytes, size, flags, address, address_size);
}

ssize_t KernelProxy::sendmsg(int fd, const struct msghdr *message, int flags) {
    return Inside(), ::sendmsg(fd, message, flags);
}

int KernelProxy::setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
    return Inside(), ::setsockopt(fd, level, name, value, size);
}

int KernelProxy::shutdown(int fd, int how) {
    return Inside(), ::shutdown(fd, how);
}

int KernelProxy::socket(int family, int type, int protocol) {
    return Inside(), ::socket(family, type, protocol);
}

int KernelProxy::socketpair(int family, int type, int protocol, int *ends) {
    return Inside(), ::socketpair(family, type, protocol, ends);
}

}
