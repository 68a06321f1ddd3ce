// The functions ki_* of nacl_io and its classes.
// libraries: ppapi_simple_cpp nacl_io ppapi_cpp ppapi
#include "check.h"

#include <fcntl.h>

#include <nacl_io/fifo_char.h>
#include <nacl_io/kernel_intercept.h>
#include <nacl_io/kernel_proxy.h>
#include <nacl_io/kernel_wrap.h>
#include <nacl_io/kernel_wrap_real.h>
#include <nacl_io/memfs/mem_fs.h>
#include <nacl_io/path.h>
#include <nacl_io/socket/fifo_packet.h>
#include <nacl_io/socket/packet.h>

using namespace nacl_io;

static void paths() {
    CHECK_TEXT("shortest form", Path("a/.//b/../c/").Join().c_str(), "a/c");
    CHECK_TEXT("above the root", Path("/../..").Join().c_str(), "/");
    CHECK_TEXT("above a relative path", Path("a/../../b").Join().c_str(), "../b");
    Path path("/home/user/file");
    CHECK("parts", path.Size(), 4);
    CHECK_TEXT("the parent", path.Parent().Join().c_str(), "/home/user");
    CHECK_TEXT("a range", path.Range(1, 3).c_str(), "home/user");
    CHECK_TEXT("an absolute path replaces", path.Append("/tmp").Join().c_str(), "/tmp");
}

static void queues() {
    FIFOChar bytes(4);
    char read[8] = {};
    CHECK("the queue takes what fits", bytes.Write("abcdef", 6), 4);
    CHECK_TRUE("it is full", bytes.IsFull());
    CHECK("three bytes", bytes.Read(read, 3), 3);
    CHECK("around the end", bytes.Write("xyz", 3), 3);
    CHECK_TRUE("too small", !bytes.Resize(3));
    CHECK_TRUE("larger", bytes.Resize(8));
    CHECK("all bytes", bytes.Read(read, 8), 4);
    CHECK_TEXT("in order", read, "dxyz");

    FIFOPacket packets(4);
    packets.Write("one", 3);
    packets.Write("three", 5);
    CHECK_TRUE("packets fill it", packets.IsFull());
    CHECK("all bytes of packets", packets.ReadAvailable(), 8);
    CHECK("one packet at a time", packets.Read(read, sizeof(read)), 3);
}

static void files() {
    CHECK_TRUE("ppapi_simple initialises it", ki_is_initialized());
    CHECK("it is initialised once", ki_init(nullptr), 1);
    int fd = ki_open("/file", O_CREAT | O_RDWR, 0600);
    CHECK("a descriptor", ki_write(fd, "text", 4), 4);
    CHECK("POSIX's functions see the file", access("/file", R_OK), 0);

    CHECK("its state is put aside", ki_push_state_for_testing(), 0);
    CHECK("only once", ki_push_state_for_testing(), 1);
    CHECK_TRUE("nothing is left", !ki_is_initialized());
    CHECK_ERROR("no proxy", ki_chdir("/"), ENOSYS);
    KernelProxy proxy;
    CHECK("a new state", ki_init(&proxy), 0);
    CHECK_TRUE("with this proxy", ki_get_proxy() == &proxy);
    CHECK("without the file", ki_access("/file", R_OK), -1);
    CHECK("the lowest descriptor", proxy.open("/other", O_CREAT | O_RDWR, 0600), 3);
    struct addrinfo *found = nullptr;
    CHECK("without a browser, names are not looked up", ki_getaddrinfo("a.example", nullptr, nullptr, &found), EAI_SYSTEM);
    CHECK_TRUE("of either kind", !ki_gethostbyname("a.example") && h_errno == NO_RECOVERY);
    CHECK_ERROR("and there are no sockets", ki_socket(AF_INET, SOCK_STREAM, 0), EACCES);
    CHECK("the state comes back", ki_uninit(), 0);
    CHECK("with its files", ki_access("/file", R_OK), 0);
    CHECK("and not those since", ki_access("/other", R_OK), -1);
    CHECK("and its descriptors", ki_lseek(fd, 0, SEEK_CUR), 4);
    CHECK("which close", ki_close(fd), 0);
    CHECK_TRUE("and its browser", ki_close(ki_socket(AF_INET, SOCK_STREAM, 0)) == 0);

    ki_push_state_for_testing();
    KernelProxy with_browser;
    CHECK("a state with a browser", ki_init_ppapi(&with_browser, PSGetInstanceId(), PSGetInterface), 0);
    CHECK_TRUE("has sockets", ki_close(ki_socket(AF_INET, SOCK_STREAM, 0)) == 0);
    ki_uninit();
}

/* Refuses one file, counts what is written, and has a pipe of its own. */
struct Refusing : KernelProxy {
    int open(const char *path, int flags, mode_t mode) override {
        if (strcmp(path, "/secret") != 0)
            return KernelProxy::open(path, flags, mode);
        errno = EACCES;
        return -1;
    }
    ssize_t write(int fd, const void *bytes, size_t size) override {
        written += fd > 2 ? size : 0;
        return KernelProxy::write(fd, bytes, size);
    }
    int pipe(int ends[2]) override {
        ends[0] = ends[1] = 77;
        return 1;
    }
    size_t written = 0;
};

static void methods() {
    Refusing refusing;
    int ends[2];
    ki_push_state_for_testing();
    CHECK("a derived proxy", ki_init(&refusing), 0);
    CHECK_ERROR("its method is called", ki_open("/secret", O_RDONLY, 0), EACCES);
    CHECK_ERROR("by POSIX's functions too", open("/secret", O_CREAT | O_RDWR, 0600), EACCES);
    FILE *stream = fopen("/file", "w");
    CHECK("and by those of the C library", fwrite("text", 1, 4, stream) - (size_t) fclose(stream), 4);
    CHECK("what is written is counted", refusing.written, 4);
    CHECK("calls that the IRT does not have", pipe(ends), 1);
    CHECK("are its methods", ends[1], 77);
    CHECK("which call POSIX's functions", refusing.KernelProxy::pipe(ends), 0);
    CHECK_TRUE("as those of the library", ends[1] != 77 && write(ends[1], "ab", 2) == 2);

    kernel_wrap_uninit();
    CHECK_TRUE("the host has no such file", open("/secret", O_RDONLY) < 0 && errno != EACCES);
    size_t count = 0;
    _real_write(1, "", 0, &count);
    kernel_wrap_init();
    CHECK_ERROR("the methods are called again", open("/secret", O_RDONLY), EACCES);
    ki_uninit();
    CHECK_ERROR("not those of a proxy that is gone", open("/secret", O_RDONLY), ENOENT);
}

/* A file system of the program's own: its only file is "/answer". */
struct Answer : Node {
    explicit Answer(Filesystem *system) : Node(system) {
        SetType(S_IFREG);
        SetMode(0444);
    }
    Error Read(const HandleAttr &attributes, void *bytes, size_t size, int *count) override {
        *count = attributes.offs < 2 && size > 0 ? 1 : 0;
        if (*count)
            *static_cast<char *>(bytes) = "42"[attributes.offs];
        return 0;
    }
};

struct Answers : MemFs {
    Error OpenWithMode(const Path &path, int flags, mode_t mode, ScopedNode *node) override {
        if (path.Join() != "/answer")
            return MemFs::OpenWithMode(path, flags, mode, node);
        node->reset(new Answer(this));
        return 0;
    }
    Error Init(const FsInitArgs &args) override {
        auto option = args.string_map.find("kind");
        return option != args.string_map.end() && option->second == "deep" ? MemFs::Init(args) : Error(EINVAL);
    }
};

struct Mounting : KernelProxy {
    Mounting() {
        factories_["answers"] = new TypedFsFactory<Answers>;
    }
};

static void classes() {
    Mounting proxy;
    char text[8] = {};
    ki_push_state_for_testing();
    CHECK("a proxy with a factory", ki_init(&proxy), 0);
    CHECK_ERROR("options are checked", ki_mount("", "/a", "answers", 0, "kind=shallow"), EINVAL);
    CHECK("it is mounted", ki_mount("", "/a", "answers", 0, "kind=deep,x"), 0);
    int fd = open("/a/answer", O_RDONLY);
    CHECK("a method reads", read(fd, text, 1) + read(fd, text + 1, 1), 2);
    CHECK_TEXT("the answer", text, "42");
    CHECK("until its end", read(fd, text, 1), 0);
    CHECK_ERROR("past it there is no place", ki_lseek(fd, 3, SEEK_SET), EINVAL);
    close(fd);
    CHECK_ERROR("its rights count", open("/a/answer", O_WRONLY), EACCES);
    fd = ki_open("/a/other", O_CREAT | O_RDWR, 0600);
    CHECK("the rest is memory", write(fd, "text", 4), 4);
    CHECK("it is not too large", ki_lseek(fd, 0, SEEK_END), 4);
    CHECK("a place past the end", ki_lseek(fd, 2, SEEK_CUR), 6);
    CHECK("makes it longer", ki_lseek(fd, -1, SEEK_END), 5);
    close(fd);
    CHECK("it is removed", unlink("/a/other"), 0);
    ki_uninit();
}

int main() {
    paths();
    queues();
    files();
    methods();
    classes();
    return 0;
}
