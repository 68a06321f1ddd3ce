// Classes of nacl_io that have events, tables, devices and browsers: what a program mounts is waited
// for by POSIX's functions.
// libraries: ppapi_simple_cpp nacl_io ppapi_cpp ppapi
// attribute: PS_VERBOSITY=1
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>

#include <nacl_io/event_listener.h>
#include <nacl_io/kernel_intercept.h>
#include <nacl_io/kernel_object.h>
#include <nacl_io/kernel_proxy.h>
#include <nacl_io/memfs/mem_fs.h>
#include <nacl_io/pepper_interface_dummy.h>
#include <nacl_io/pipe/pipe_node.h>
#include <nacl_io/real_pepper_interface.h>

#include <ppapi_simple/ps.h>
#include <string>

using namespace nacl_io;

struct Hearing : EventListener {
    void ReceiveEvents(EventEmitter *, uint32_t events) override {
        heard |= events;
    }
    uint32_t heard = 0;
};

static void *raise_later(void *emitter) {
    usleep(20000);
    AUTO_LOCK(static_cast<EventEmitter *>(emitter)->GetLock());
    static_cast<EventEmitter *>(emitter)->RaiseEvents_Locked(POLLIN);
    return nullptr;
}

static void emitters() {
    ScopedEventEmitter one(new EventEmitter), other(new EventEmitter);
    Hearing hearing;
    one->RegisterListener(&hearing, POLLIN);
    {
        AUTO_LOCK(one->GetLock());
        one->RaiseEvents_Locked(POLLIN | POLLOUT);
        one->ClearEvents_Locked(POLLIN);
    }
    CHECK("a listener hears what it asked for", hearing.heard, POLLIN);
    CHECK("the emitter has the rest", one->GetEventStatus(), POLLOUT);
    one->UnregisterListener(&hearing);

    EventListenerPoll listener;
    EventRequest requests[2] = {{one, POLLIN, 0}, {other, POLLIN, 0}};
    CHECK("nothing comes", (int) listener.WaitOnAny(requests, 2, 1), ETIMEDOUT);
    pthread_t thread;
    pthread_create(&thread, nullptr, raise_later, other.get());
    CHECK("a thread raises an event", (int) listener.WaitOnAny(requests, 2, -1), 0);
    CHECK("of the second emitter", requests[1].events, POLLIN);
    CHECK("and not of the first", requests[0].events, 0);
    pthread_join(thread, nullptr);

    pthread_create(&thread, nullptr, raise_later, one.get());
    {
        EventListenerLock lock(one.get());
        CHECK("an event that is there", (int) lock.WaitOnEvent(POLLOUT, 0), 0);
        CHECK("one that comes", (int) lock.WaitOnEvent(POLLIN, -1), 0);
    }
    pthread_join(thread, nullptr);
}

static void tables() {
    KernelObject object;
    CHECK("no file system", (int) object.SetCWD("/folder"), ENOTDIR);
    CHECK_TEXT("paths begin at the root", object.GetAbsParts("a/../b").Join().c_str(), "/b");
    ScopedKernelHandle handle(new KernelHandle), found;
    CHECK("the lowest descriptor", object.AllocateFD(handle, "file"), 0);
    object.FreeAndReassignFD(2, handle, "");
    CHECK("it is the next one", object.AllocateFD(handle), 1);
    std::string path;
    CHECK("it is found", (int) object.AcquireHandleAndPath(0, &found, &path), 0);
    CHECK_TEXT("with its path", path.c_str(), "/file");
    CHECK("flags", (int) object.SetFDFlags(2, FD_CLOEXEC), 0);
    object.FreeFD(2);
    CHECK("it is closed", (int) object.AcquireHandle(2, &found), EBADF);
    object.SetUmask(022);
    CHECK("the mask before", object.SetUmask(0), 022);
}

/* A file system with a pipe, a file that maps itself, and one that cannot be opened to write. */
struct Mapped : Node {
    explicit Mapped(Filesystem *system) : Node(system) {
        SetType(S_IFREG);
    }
    Error MMap(void *, size_t, int, int, size_t, void **mapped) override {
        static char text[] = "mapped";
        *mapped = text;
        return 0;
    }
    bool CanOpen(int flags) override {
        return (flags & O_ACCMODE) == O_RDONLY;
    }
};

struct Special : MemFs {
    Error OpenWithMode(const Path &path, int flags, mode_t mode, ScopedNode *node) override {
        if (path.Join() == "/pipe")
            *node = pipe;
        else if (path.Join() == "/mapped")
            node->reset(new Mapped(this));
        else
            return MemFs::OpenWithMode(path, flags, mode, node);
        return 0;
    }
    Error Init(const FsInitArgs &args) override {
        device = args.dev;
        CHECK_TRUE("it has the browser", args.ppapi && args.ppapi->GetCoreInterface());
        pipe.reset(new PipeNode(this));
        return MemFs::Init(args);
    }
    Error Filesystem_VIoctl(int request, va_list arguments) override {
        *va_arg(arguments, int *) = request + 1;
        return 0;
    }
    ScopedNode pipe;
    static int device;
};

int Special::device;

struct Mounting : KernelProxy {
    Mounting() {
        factories_["special"] = new TypedFsFactory<Special>;
    }
};

static void *write_later(void *unused) {
    usleep(20000);
    int fd = open("/a/pipe", O_WRONLY);
    write(fd, "x", 1);
    close(fd);
    return unused;
}

static void mounted() {
    Mounting proxy;
    char name[32], byte;
    int answer = 0;
    ki_push_state_for_testing();
    ki_init_ppapi(&proxy, PSGetInstanceId(), PSGetInterface);
    CHECK("a file system of a class", mount("", "/a", "special", 0, ""), 0);

    int fd = open("/a/pipe", O_RDONLY | O_NONBLOCK);
    struct pollfd wanted = {fd, POLLIN, 0};
    CHECK("an empty pipe", poll(&wanted, 1, 0), 0);
    CHECK_ERROR("has no byte", read(fd, &byte, 1), EWOULDBLOCK);
    pthread_t thread;
    pthread_create(&thread, nullptr, write_later, nullptr);
    CHECK("poll waits for its emitter", poll(&wanted, 1, -1), 1);
    CHECK("the byte", read(fd, &byte, 1), 1);
    pthread_join(thread, nullptr);
    close(fd);

    CHECK_ERROR("a method refuses", open("/a/mapped", O_RDWR), EACCES);
    fd = open("/a/mapped", O_RDONLY);
    void *memory = mmap(nullptr, 7, PROT_READ, MAP_PRIVATE, fd, 0);
    CHECK_TEXT("a method maps", memory == MAP_FAILED ? nullptr : static_cast<char *>(memory), "mapped");
    close(fd);

    snprintf(name, sizeof(name), "/dev/fs/%d", Special::device);
    fd = open(name, O_RDONLY);
    CHECK("the file system is a device", ioctl(fd, 41, &answer), 0);
    CHECK("its method answers", answer, 42);
    CHECK_ERROR("it is in use", umount("/a"), EBUSY);
    close(fd);
    CHECK_ERROR("there are no others", open("/dev/fs/x", O_RDONLY), ENOENT);
    CHECK("it is unmounted", umount("/a"), 0);
    ki_uninit();
}

/* A browser that has a console and texts. */
struct Texts : VarInterface {
    void AddRef(PP_Var) override {
    }
    void Release(PP_Var) override {
    }
    PP_Var VarFromUtf8(const char *bytes, uint32_t size) override {
        text.assign(bytes, size);
        PP_Var value = PP_MakeUndefined();
        value.type = PP_VARTYPE_STRING;
        return value;
    }
    const char *VarToUtf8(PP_Var, uint32_t *size) override {
        *size = (uint32_t) text.size();
        return text.data();
    }
    std::string text;
};

struct Console : ConsoleInterface {
    explicit Console(Texts *used) : texts(used) {
    }
    void Log(PP_Instance instance, PP_LogLevel, PP_Var) override {
        logged += std::to_string(instance) + ":" + texts->text;
    }
    Texts *texts;
    std::string logged;
};

struct Browser : PepperInterfaceDummy {
    PP_Instance GetInstance() override {
        return 7;
    }
    VarInterface *GetVarInterface() override {
        return &texts;
    }
    ConsoleInterface *GetConsoleInterface() override {
        return &console;
    }
    Texts texts;
    Console console{&texts};
};

static void browsers() {
    Browser browser;
    ki_push_state_for_testing();
    CHECK("a browser of classes", ki_init_interface(nullptr, &browser), 0);
    int fd = open("/dev/console0", O_WRONLY);
    CHECK("a line for its console", write(fd, "line\n", 5), 5);
    close(fd);
    ki_uninit();
    CHECK_TRUE("is logged there", browser.console.logged.find("7:") == 0);
    CHECK_TRUE("as it was written", browser.console.logged.find("line") != std::string::npos);

    RealPepperInterface real(PSGetInstanceId(), PSGetInterface);
    CHECK("the one that runs the program", real.GetInstance(), PSGetInstanceId());
    CHECK("its main thread is another", real.GetCoreInterface()->IsMainThread(), PP_FALSE);
    CHECK("its errors are those of POSIX", PPErrorToErrno(PP_ERROR_FILENOTFOUND), ENOENT);
}

int main() {
    emitters();
    tables();
    mounted();
    browsers();
    return 0;
}
