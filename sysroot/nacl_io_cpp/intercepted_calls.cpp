/* The calls of POSIX that the IRT does not have, as calls of the current proxy. */
#include "nacl_io_cpp/intercept.h"

#include <nacl_io/kernel_intercept.h>

#include "nacl_io_cpp/inside.h"

extern "C" {
#include "libc/layer.h"
}

namespace nacl_io {

const struct class_calls *intercepted_calls() {
    static const struct class_calls calls = {
        .pipe = ki_pipe,
        .chown = ki_chown,
        .fchown = ki_fchown,
        .lchown = ki_lchown,
        .symlink = ki_symlink,
        .ftruncate = ki_ftruncate,
        .utime = ki_utime,
        .futimes = ki_futimes,
        .getwd = ki_getwd,
        .umask = ki_umask,
        .mount = ki_mount,
        .umount = ki_umount,
        .isatty = ki_isatty,
        .fcntl = ki_fcntl,
        .ioctl = ki_ioctl,
        .tcflush = ki_tcflush,
        .tcgetattr = ki_tcgetattr,
        .tcsetattr = ki_tcsetattr,
        .kill = ki_kill,
        .sigaction = ki_sigaction,
        .sigset = ki_sigset,
        .select = ki_select,
        .poll = ki_poll,
        .socket = ki_socket,
        .socketpair = ki_socketpair,
        .bind = ki_bind,
        .connect = ki_connect,
        .listen = ki_listen,
        .accept = ki_accept,
        .shutdown = ki_shutdown,
        .getsockname = ki_getsockname,
        .getpeername = ki_getpeername,
        .getsockopt = ki_getsockopt,
        .setsockopt = ki_setsockopt,
        .send = ki_send,
        .sendto = ki_sendto,
        .sendmsg = ki_sendmsg,
        .recv = ki_recv,
        .recvfrom = ki_recvfrom,
        .recvmsg = ki_recvmsg,
        .gethostbyname = ki_gethostbyname,
        .getaddrinfo = ki_getaddrinfo,
        .freeaddrinfo = ki_freeaddrinfo,
        .getnameinfo = ki_getnameinfo,
    };
    return Inside::is() ? nullptr : &calls;
}

}
