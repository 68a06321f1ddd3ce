/* The functions ki_*, which call the methods of the current proxy. */
#include <nacl_io/kernel_intercept.h>

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include <nacl_io/kernel_proxy.h>

#include "nacl_io/kernel.h"

using nacl_io::KernelProxy;

/* The result of a call without a proxy. */
template <typename Result> static Result missing(Result result) {
    errno = ENOSYS;
    return result;
}

int ki_pipe(int ends[2]) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->pipe(ends) : missing(-1);
}

int ki_open_resource(const char *name) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->open_resource(name) : missing(-1);
}

int ki_open(const char *path, int flags, mode_t mode) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->open(path, flags, mode) : missing(-1);
}

int ki_close(int fd) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->close(fd) : missing(-1);
}

int ki_dup(int fd) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->dup(fd) : missing(-1);
}

int ki_dup2(int fd, int new_fd) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->dup2(fd, new_fd) : missing(-1);
}

int ki_chdir(const char *path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->chdir(path) : missing(-1);
}

char *ki_getcwd(char *path, size_t size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getcwd(path, size) : missing(static_cast<char *>(nullptr));
}

char *ki_getwd(char *path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getwd(path) : missing(static_cast<char *>(nullptr));
}

int ki_mount(const char *source, const char *target, const char *type, unsigned long flags, const
    void *data) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->mount(source, target, type, flags, data) : missing(-1);
}

int ki_umount(const char *target) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->umount(target) : missing(-1);
}

int ki_chown(const char *path, uid_t owner, gid_t group) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->chown(path, owner, group) : missing(-1);
}

int ki_fchown(int fd, uid_t owner, gid_t group) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->fchown(fd, owner, group) : missing(-1);
}

int ki_lchown(const char *path, uid_t owner, gid_t group) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->lchown(path, owner, group) : missing(-1);
}

int ki_chmod(const char *path, mode_t mode) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->chmod(path, mode) : missing(-1);
}

int ki_mkdir(const char *path, mode_t mode) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->mkdir(path, mode) : missing(-1);
}

int ki_rmdir(const char *path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->rmdir(path) : missing(-1);
}

int ki_stat(const char *path, struct stat *status) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->stat(path, status) : missing(-1);
}

ssize_t ki_read(int fd, void *bytes, size_t size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->read(fd, bytes, size) : missing<ssize_t>(-1);
}

ssize_t ki_write(int fd, const void *bytes, size_t size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->write(fd, bytes, size) : missing<ssize_t>(-1);
}

int ki_fchmod(int fd, mode_t mode) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->fchmod(fd, mode) : missing(-1);
}

int ki_fcntl(int fd, int request, va_list arguments) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->fcntl(fd, request, arguments) : missing(-1);
}

int ki_fstat(int fd, struct stat *status) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->fstat(fd, status) : missing(-1);
}

int ki_getdents(int fd, struct dirent *entries, unsigned int size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getdents(fd, entries, size) : missing(-1);
}

int ki_fchdir(int fd) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->fchdir(fd) : missing(-1);
}

int ki_ftruncate(int fd, off_t length) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->ftruncate(fd, length) : missing(-1);
}

int ki_fsync(int fd) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->fsync(fd) : missing(-1);
}

int ki_fdatasync(int fd) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->fdatasync(fd) : missing(-1);
}

int ki_isatty(int fd) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->isatty(fd) : missing(-1);
}

int ki_ioctl(int fd, int request, va_list arguments) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->ioctl(fd, request, arguments) : missing(-1);
}

int ki_futimens(int fd, const struct timespec times[2]) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->futimens(fd, times) : missing(-1);
}

off_t ki_lseek(int fd, off_t offset, int whence) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->lseek(fd, offset, whence) : missing<off_t>(-1);
}

int ki_remove(const char *path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->remove(path) : missing(-1);
}

int ki_unlink(const char *path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->unlink(path) : missing(-1);
}

int ki_truncate(const char *path, off_t length) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->truncate(path, length) : missing(-1);
}

int ki_lstat(const char *path, struct stat *status) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->lstat(path, status) : missing(-1);
}

int ki_rename(const char *path, const char *new_path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->rename(path, new_path) : missing(-1);
}

int ki_access(const char *path, int mode) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->access(path, mode) : missing(-1);
}

int ki_readlink(const char *path, char *target, size_t size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->readlink(path, target, size) : missing(-1);
}

int ki_link(const char *path, const char *new_path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->link(path, new_path) : missing(-1);
}

int ki_symlink(const char *target, const char *path) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->symlink(target, path) : missing(-1);
}

void *ki_mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->mmap(address, length, protection, flags, fd, offset) : missing(MAP_FAILED);
}

int ki_munmap(void *address, size_t length) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->munmap(address, length) : missing(-1);
}

int ki_tcflush(int fd, int queue) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->tcflush(fd, queue) : missing(-1);
}

int ki_tcgetattr(int fd, struct termios *settings) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->tcgetattr(fd, settings) : missing(-1);
}

int ki_tcsetattr(int fd, int when, const struct termios *settings) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->tcsetattr(fd, when, settings) : missing(-1);
}

int ki_kill(pid_t process, int signal) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->kill(process, signal) : missing(-1);
}

int ki_sigaction(int signal, const struct sigaction *action, struct sigaction *old_action) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->sigaction(signal, action, old_action) : missing(-1);
}

mode_t ki_umask(mode_t mask) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->umask(mask) : missing(static_cast<mode_t>(-1));
}

int ki_select(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *timeout) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->select(count, reading, writing, other, timeout) : missing(-1);
}

int ki_poll(struct pollfd *files, nfds_t count, int timeout) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->poll(files, count, timeout) : missing(-1);
}

int ki_accept(int fd, struct sockaddr *address, socklen_t *size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->accept(fd, address, size) : missing(-1);
}

int ki_bind(int fd, const struct sockaddr *address, socklen_t size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->bind(fd, address, size) : missing(-1);
}

int ki_connect(int fd, const struct sockaddr *address, socklen_t size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->connect(fd, address, size) : missing(-1);
}

struct hostent *ki_gethostbyname(const char *name) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->gethostbyname(name) : missing(static_cast<struct hostent *>(nullptr));
}

void ki_freeaddrinfo(struct addrinfo *addresses) {
    KernelProxy *proxy = ki_get_proxy();
    if (proxy)
        proxy->freeaddrinfo(addresses);
}

int ki_getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct
    addrinfo **addresses) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getaddrinfo(host, service, hints, addresses) : missing(EAI_SYSTEM);
}

int ki_getnameinfo(const struct sockaddr *address, socklen_t size, char *host, size_t host_size,
    char *service, size_t service_size, unsigned int flags) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getnameinfo(address, size, host, host_size, service, service_size, flags) : missing(EAI_SYSTEM);
}

int ki_getpeername(int fd, struct sockaddr *address, socklen_t *size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getpeername(fd, address, size) : missing(-1);
}

int ki_getsockname(int fd, struct sockaddr *address, socklen_t *size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getsockname(fd, address, size) : missing(-1);
}

int ki_getsockopt(int fd, int level, int name, void *value, socklen_t *size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->getsockopt(fd, level, name, value, size) : missing(-1);
}

int ki_listen(int fd, int waiting) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->listen(fd, waiting) : missing(-1);
}

ssize_t ki_recv(int fd, void *bytes, size_t size, int flags) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->recv(fd, bytes, size, flags) : missing<ssize_t>(-1);
}

ssize_t ki_recvfrom(int fd, void *bytes, size_t size, int flags, struct sockaddr *address,
    socklen_t *address_size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->recvfrom(fd, bytes, size, flags, address, address_size) : missing<ssize_t>(-1);
}

ssize_t ki_recvmsg(int fd, struct msghdr *message, int flags) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->recvmsg(fd, message, flags) : missing<ssize_t>(-1);
}

ssize_t ki_send(int fd, const void *bytes, size_t size, int flags) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->send(fd, bytes, size, flags) : missing<ssize_t>(-1);
}

ssize_t ki_sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr
    *address, socklen_t address_size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->sendto(fd, bytes, size, flags, address, address_size) : missing<ssize_t>(-1);
}

ssize_t ki_sendmsg(int fd, const struct msghdr *message, int flags) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->sendmsg(fd, message, flags) : missing<ssize_t>(-1);
}

int ki_setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->setsockopt(fd, level, name, value, size) : missing(-1);
}

int ki_shutdown(int fd, int how) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->shutdown(fd, how) : missing(-1);
}

int ki_socket(int family, int type, int protocol) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->socket(family, type, protocol) : missing(-1);
}

int ki_socketpair(int family, int type, int protocol, int *ends) {
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->socketpair(family, type, protocol, ends) : missing(-1);
}

void ki_exit(int status) {
    if (KernelProxy *proxy = ki_get_proxy())
        proxy->exit(status);
    _exit(status);
}

int ki_utime(const char *path, const struct utimbuf *times) {
    KernelProxy *proxy = ki_get_proxy();
    if (!proxy)
        return missing(-1);
    if (!times)
        return proxy->utimens(path, nullptr);
    struct timespec precise[2] = {{times->actime, 0}, {times->modtime, 0}};
    return proxy->utimens(path, precise);
}

/* The same times in nanoseconds; null for the current time. */
static const struct timespec *in_nanoseconds(const struct timeval times[2], struct timespec precise[2]) {
    if (!times)
        return nullptr;
    for (int index = 0; index < 2; ++index) {
        precise[index].tv_sec = times[index].tv_sec;
        precise[index].tv_nsec = times[index].tv_usec * 1000;
    }
    return precise;
}

int ki_utimes(const char *path, const struct timeval times[2]) {
    struct timespec precise[2];
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->utimens(path, in_nanoseconds(times, precise)) : missing(-1);
}

int ki_futimes(int fd, const struct timeval times[2]) {
    struct timespec precise[2];
    KernelProxy *proxy = ki_get_proxy();
    return proxy ? proxy->futimens(fd, in_nanoseconds(times, precise)) : missing(-1);
}

int ki_killpg(pid_t group, int signal) {
    return ki_get_proxy() ? killpg(group, signal) : missing(-1);
}

int ki_sigpause(int mask) {
    return ki_get_proxy() ? sigpause(mask) : missing(-1);
}

int ki_sigpending(sigset_t *signals) {
    return ki_get_proxy() ? sigpending(signals) : missing(-1);
}

int ki_sigsuspend(const sigset_t *mask) {
    return ki_get_proxy() ? sigsuspend(mask) : missing(-1);
}

sighandler_t ki_signal(int number, sighandler_t handler) {
    KernelProxy *proxy = ki_get_proxy();
    struct sigaction action = {}, before = {};
    action.sa_handler = handler;
    if (!proxy)
        return missing(SIG_ERR);
    return proxy->sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

sighandler_t ki_sigset(int number, sighandler_t handler) {
    return ki_signal(number, handler);
}
