/* The calls of POSIX that nacl_io has, as methods. A derived class changes what POSIX's functions and
   the functions ki_* of <nacl_io/kernel_intercept.h> do once it is given to ki_init. The methods of
   this class work on the mounts and descriptors that ki_init made last. What POSIX's functions do
   for one of them calls no method again.

   POSIX's munmap, and mmap without a file, are never a method's. Neither are the calls on pipes that
   POSIX's pipe made, apart from close and dup.

   Its mount makes a file system of a class (<nacl_io/filesystem.h>) by the factory of the type, if
   there is one. There is one of "memfs", and derived classes add others. */
#ifndef _NACL_IO_KERNEL_PROXY_H
#define _NACL_IO_KERNEL_PROXY_H

#include <dirent.h>
#include <stdarg.h>
#include <sys/time.h>

#include <map>
#include <string>

#include "nacl_io/devfs/dev_fs.h"
#include "nacl_io/error.h"
#include "nacl_io/fs_factory.h"
#include "nacl_io/kernel_handle.h"
#include "nacl_io/nacl_io.h"
#include "nacl_io/ossignal.h"
#include "nacl_io/ossocket.h"
#include "nacl_io/osstat.h"
#include "nacl_io/ostermios.h"
#include "nacl_io/ostypes.h"
#include "nacl_io/osutime.h"

namespace nacl_io {

class KernelProxy {
public:
    typedef std::map<std::string, FsFactory *> FsFactoryMap_t;

    KernelProxy();
    KernelProxy(const KernelProxy &) = delete;
    KernelProxy &operator=(const KernelProxy &) = delete;
    virtual ~KernelProxy();

    /* Is called by ki_init. Opens the standard files, by the method open. File systems
       that are classes get this browser as their ppapi, or that of nacl_io_init_ppapi for null. */
    virtual Error Init(PepperInterface *ppapi);

    bool RegisterFsType(const char *type, fuse_operations *operations);
    bool UnregisterFsType(const char *type);
    void SetExitCallback(nacl_io_exit_callback_t callback, void *user_data);
    void SetMountCallback(nacl_io_mount_callback_t callback, void *user_data);

    virtual int pipe(int ends[2]);
    /* Fails with ENOSYS: programs of PNaCl have no files in their manifests. */
    virtual int open_resource(const char *name);
    virtual int open(const char *path, int flags, mode_t mode);
    virtual int close(int fd);
    virtual int dup(int fd);
    virtual int dup2(int fd, int new_fd);
    virtual void exit(int status);

    virtual int chdir(const char *path);
    virtual char *getcwd(char *path, size_t size);
    virtual char *getwd(char *path);
    virtual int mount(
        const char *source, const char *target, const char *type, unsigned long flags, const void *data);
    virtual int umount(const char *target);

    virtual int chown(const char *path, uid_t owner, gid_t group);
    virtual int fchown(int fd, uid_t owner, gid_t group);
    virtual int lchown(const char *path, uid_t owner, gid_t group);
    virtual int chmod(const char *path, mode_t mode);
    virtual int mkdir(const char *path, mode_t mode);
    virtual int rmdir(const char *path);
    virtual int stat(const char *path, struct stat *status);

    virtual ssize_t read(int fd, void *bytes, size_t size);
    virtual ssize_t write(int fd, const void *bytes, size_t size);
    virtual int fchmod(int fd, mode_t mode);
    virtual int fcntl(int fd, int request, va_list arguments);
    virtual int fstat(int fd, struct stat *status);
    virtual int getdents(int fd, struct dirent *entries, unsigned int size);
    virtual int fchdir(int fd);
    virtual int ftruncate(int fd, off_t length);
    virtual int fsync(int fd);
    virtual int fdatasync(int fd);
    virtual int isatty(int fd);
    virtual int ioctl(int fd, int request, va_list arguments);
    virtual int futimens(int fd, const struct timespec times[2]);
    virtual off_t lseek(int fd, off_t offset, int whence);

    virtual int remove(const char *path);
    virtual int unlink(const char *path);
    virtual int truncate(const char *path, off_t length);
    virtual int lstat(const char *path, struct stat *status);
    virtual int rename(const char *path, const char *new_path);
    virtual int access(const char *path, int mode);
    virtual int readlink(const char *path, char *target, size_t size);
    virtual int utimens(const char *path, const struct timespec times[2]);
    virtual int link(const char *path, const char *new_path);
    virtual int symlink(const char *target, const char *path);

    virtual void *mmap(void *address, size_t length, int protection, int flags, int fd, size_t offset);
    virtual int munmap(void *address, size_t length);
    virtual int tcflush(int fd, int queue);
    virtual int tcgetattr(int fd, struct termios *settings);
    virtual int tcsetattr(int fd, int when, const struct termios *settings);

    virtual int kill(pid_t process, int signal);
    virtual int sigaction(int signal, const struct sigaction *action, struct sigaction *old_action);
    virtual mode_t umask(mode_t mask);

    virtual int select(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *timeout);
    virtual int poll(struct pollfd *files, nfds_t count, int timeout);

    virtual int accept(int fd, struct sockaddr *address, socklen_t *size);
    virtual int bind(int fd, const struct sockaddr *address, socklen_t size);
    virtual int connect(int fd, const struct sockaddr *address, socklen_t size);
    virtual struct hostent *gethostbyname(const char *name);
    virtual void freeaddrinfo(struct addrinfo *addresses);
    virtual int getaddrinfo(
        const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **addresses);
    virtual int getnameinfo(const struct sockaddr *address, socklen_t size, char *host, size_t host_size,
        char *service, size_t service_size, int flags);
    virtual int getpeername(int fd, struct sockaddr *address, socklen_t *size);
    virtual int getsockname(int fd, struct sockaddr *address, socklen_t *size);
    virtual int getsockopt(int fd, int level, int name, void *value, socklen_t *size);
    virtual int listen(int fd, int waiting);
    virtual ssize_t recv(int fd, void *bytes, size_t size, int flags);
    virtual ssize_t recvfrom(
        int fd, void *bytes, size_t size, int flags, struct sockaddr *address, socklen_t *address_size);
    virtual ssize_t recvmsg(int fd, struct msghdr *message, int flags);
    virtual ssize_t send(int fd, const void *bytes, size_t size, int flags);
    virtual ssize_t sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *address,
        socklen_t address_size);
    virtual ssize_t sendmsg(int fd, const struct msghdr *message, int flags);
    virtual int setsockopt(int fd, int level, int name, const void *value, socklen_t size);
    virtual int shutdown(int fd, int how);
    virtual int socket(int family, int type, int protocol);
    virtual int socketpair(int family, int type, int protocol, int *ends);

protected:
    /* Finds the file system of a path, and the path in it. ENOSYS if it is not one of a class. */
    Error AcquireFsAndRelPath(const std::string &path, ScopedFilesystem *filesystem, Path *inside);

    /* They go with this object. */
    FsFactoryMap_t factories_;

    /* The browser for file systems that are classes; null without one. */
    PepperInterface *ppapi_;

private:
    PepperInterface *own_ppapi_;
};

}

#endif
