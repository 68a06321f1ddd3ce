/* The calls of nacl_io by names of their own. They work as POSIX's do, through the methods of the
   current proxy (<nacl_io/kernel_proxy.h>), and fail with ENOSYS without one. They need libc++. */
#ifndef _NACL_IO_KERNEL_INTERCEPT_H
#define _NACL_IO_KERNEL_INTERCEPT_H

#include <dirent.h>
#include <stdarg.h>
#include <sys/time.h>

#include <ppapi/c/pp_instance.h>
#include <ppapi/c/ppb.h>

#include "nacl_io/ossignal.h"
#include "nacl_io/ossocket.h"
#include "nacl_io/osstat.h"
#include "nacl_io/ostermios.h"
#include "nacl_io/ostypes.h"
#include "nacl_io/osutime.h"
#include "sdk_util/macros.h"

#ifdef __cplusplus
namespace nacl_io {
class KernelProxy;
}
#endif

EXTERN_C_BEGIN

/* Initialises nacl_io with a proxy, or with one that does what POSIX's functions do for NULL.
   Return 0; 1 if it is initialised already or cannot be. nacl_io_init does the same. With
   ki_init_interface, the library uses a browser that is a PepperInterface, until ki_uninit. */
int ki_init(void *__proxy);
int ki_init_ppapi(void *__proxy, PP_Instance __instance, PPB_GetInterface __get_interface);
int ki_init_interface(void *__proxy, void *__pepper);
int ki_uninit(void);
int ki_is_initialized(void);

/* Put the proxy, the mounts and the descriptors aside, so that ki_init starts with new ones, and
   bring them back, as ki_uninit does too. One set can be aside. */
int ki_push_state_for_testing(void);
int ki_pop_state_for_testing(void);

#ifdef __cplusplus
nacl_io::KernelProxy *ki_get_proxy(void);
#endif

int ki_pipe(int __ends[2]);
int ki_open_resource(const char *__name);
int ki_open(const char *__path, int __flags, mode_t __mode);
int ki_close(int __fd);
int ki_dup(int __fd);
int ki_dup2(int __fd, int __new_fd);
int ki_chdir(const char *__path);
char *ki_getcwd(char *__path, size_t __size);
char *ki_getwd(char *__path);
int ki_mount(const char *__source, const char *__target, const char *__type, unsigned long __flags,
    const void *__data);
int ki_umount(const char *__target);
int ki_chown(const char *__path, uid_t __owner, gid_t __group);
int ki_fchown(int __fd, uid_t __owner, gid_t __group);
int ki_lchown(const char *__path, uid_t __owner, gid_t __group);
int ki_chmod(const char *__path, mode_t __mode);
int ki_mkdir(const char *__path, mode_t __mode);
int ki_rmdir(const char *__path);
int ki_stat(const char *__path, struct stat *__status);
ssize_t ki_read(int __fd, void *__bytes, size_t __size);
ssize_t ki_write(int __fd, const void *__bytes, size_t __size);
int ki_fchmod(int __fd, mode_t __mode);
int ki_fcntl(int __fd, int __request, va_list __arguments);
int ki_fstat(int __fd, struct stat *__status);
int ki_getdents(int __fd, struct dirent *__entries, unsigned int __size);
int ki_fchdir(int __fd);
int ki_ftruncate(int __fd, off_t __length);
int ki_fsync(int __fd);
int ki_fdatasync(int __fd);
int ki_isatty(int __fd);
int ki_ioctl(int __fd, int __request, va_list __arguments);
int ki_futimens(int __fd, const struct timespec __times[2]);
off_t ki_lseek(int __fd, off_t __offset, int __whence);
int ki_remove(const char *__path);
int ki_unlink(const char *__path);
int ki_truncate(const char *__path, off_t __length);
int ki_lstat(const char *__path, struct stat *__status);
int ki_rename(const char *__path, const char *__new_path);
int ki_access(const char *__path, int __mode);
int ki_readlink(const char *__path, char *__target, size_t __size);
int ki_link(const char *__path, const char *__new_path);
int ki_symlink(const char *__target, const char *__path);
void *ki_mmap(void *__address, size_t __length, int __protection, int __flags, int __fd, off_t
    __offset);
int ki_munmap(void *__address, size_t __length);
int ki_tcflush(int __fd, int __queue);
int ki_tcgetattr(int __fd, struct termios *__settings);
int ki_tcsetattr(int __fd, int __when, const struct termios *__settings);
int ki_kill(pid_t __process, int __signal);
int ki_sigaction(int __signal, const struct sigaction *__action, struct sigaction *__old_action);
mode_t ki_umask(mode_t __mask);
int ki_select(int __count, fd_set *__reading, fd_set *__writing, fd_set *__other, struct timeval
    *__timeout);
int ki_poll(struct pollfd *__files, nfds_t __count, int __timeout);
int ki_accept(int __fd, struct sockaddr *__address, socklen_t *__size);
int ki_bind(int __fd, const struct sockaddr *__address, socklen_t __size);
int ki_connect(int __fd, const struct sockaddr *__address, socklen_t __size);
struct hostent *ki_gethostbyname(const char *__name);
void ki_freeaddrinfo(struct addrinfo *__addresses);
int ki_getaddrinfo(const char *__host, const char *__service, const struct addrinfo *__hints,
    struct addrinfo **__addresses);
int ki_getnameinfo(const struct sockaddr *__address, socklen_t __size, char *__host, size_t
    __host_size, char *__service, size_t __service_size, unsigned int __flags);
int ki_getpeername(int __fd, struct sockaddr *__address, socklen_t *__size);
int ki_getsockname(int __fd, struct sockaddr *__address, socklen_t *__size);
int ki_getsockopt(int __fd, int __level, int __name, void *__value, socklen_t *__size);
int ki_listen(int __fd, int __waiting);
ssize_t ki_recv(int __fd, void *__bytes, size_t __size, int __flags);
ssize_t ki_recvfrom(int __fd, void *__bytes, size_t __size, int __flags, struct sockaddr
    *__address, socklen_t *__address_size);
ssize_t ki_recvmsg(int __fd, struct msghdr *__message, int __flags);
ssize_t ki_send(int __fd, const void *__bytes, size_t __size, int __flags);
ssize_t ki_sendto(int __fd, const void *__bytes, size_t __size, int __flags, const struct sockaddr
    *__address, socklen_t __address_size);
ssize_t ki_sendmsg(int __fd, const struct msghdr *__message, int __flags);
int ki_setsockopt(int __fd, int __level, int __name, const void *__value, socklen_t __size);
int ki_shutdown(int __fd, int __how);
int ki_socket(int __family, int __type, int __protocol);
int ki_socketpair(int __family, int __type, int __protocol, int *__ends);
void ki_exit(int __status);
int ki_utime(const char *__path, const struct utimbuf *__times);
int ki_utimes(const char *__path, const struct timeval __times[2]);
int ki_futimes(int __fd, const struct timeval __times[2]);
int ki_killpg(pid_t __group, int __signal);
int ki_sigpause(int __mask);
int ki_sigpending(sigset_t *__signals);
int ki_sigsuspend(const sigset_t *__mask);
sighandler_t ki_signal(int __signal, sighandler_t __handler);
sighandler_t ki_sigset(int __signal, sighandler_t __handler);

EXTERN_C_END

#endif
