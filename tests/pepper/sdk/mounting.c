// nacl_io in a program without ppapi_simple, which mounts on the main thread.
// libraries: nacl_io ppapi
#include "../check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nacl_io/nacl_io.h>

static void end(void) {
    CHECK("the library ends", nacl_io_uninit(), 0);
    CHECK("once", nacl_io_uninit(), 1);
    CHECK("then such files are gone", access("/kept/file", F_OK), -1);
    CHECK("but standard output", write(1, "ok is\n", 6), 6);
    finish();
}

static void work(void) {
    FILE *file = fopen("/kept/file", "w");
    CHECK_TRUE("another thread makes a file", file && fputs("text", file) >= 0 && fclose(file) == 0);
    struct stat status;
    CHECK("it has a status", stat("/kept/file", &status), 0);
    CHECK("and a size", status.st_size, 4);
    CHECK("it is removed", unlink("/kept/file"), 0);
    CHECK("a server's file", open("/http/text", O_RDONLY) >= 0, 1);
}

static void begin(void) {
    CHECK("nothing is mounted before", mount("", "/m", "memfs", 0, ""), -1);
    CHECK("the library begins", nacl_io_init_ppapi(instance, browser), 0);
    CHECK("what is mounted at first can go", umount("/"), 0);
    CHECK("then files are gone", open("/a", O_RDWR | O_CREAT, 0666), -1);
    CHECK("and others come", mount("", "/", "memfs", 0, ""), 0);
    CHECK("such as the browser's", mount("", "/kept", "html5fs", 0, "type=TEMPORARY"), 0);
    CHECK("and a server's", mount("http://site", "/http", "httpfs", 0, ""), 0);
    CHECK("here nothing waits for the browser", open("/kept/file", O_RDWR | O_CREAT, 0666), -1);
    CHECK("which is not permitted", errno, EPERM);
    CHECK("nor for the server", open("/http/text", O_RDONLY), -1);
    CHECK("which is not either", errno, EPERM);
    CHECK("memory needs no waiting", open("/file", O_RDWR | O_CREAT, 0666) >= 0, 1);
    in_thread(work, end);
}
