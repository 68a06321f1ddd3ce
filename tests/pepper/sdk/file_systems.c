// File systems of nacl_io: in memory, devices, the browser's, a server's, the program's own.
// libraries: ppapi_simple nacl_io ppapi
// attribute: PS_VERBOSITY=1
#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/time.h>

#include <nacl_io/fuse.h>
#include <nacl_io/nacl_io.h>

/* The names in a folder, as one text. */
static const char *names_in(const char *path) {
    static char names[1000];
    DIR *folder = opendir(path);
    names[0] = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;)
        strcat(strcat(names, entry->d_name), " ");
    if (folder)
        closedir(folder);
    return folder ? names : NULL;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    CHECK_TRUE("a file is made", file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static const char *text_of(const char *path) {
    static char text[100];
    FILE *file = fopen(path, "r");
    text[0] = 0;
    if (!file || !fgets(text, sizeof text, file))
        return NULL;
    fclose(file);
    return text;
}

/* What every file system that can be written does, in an empty folder of it. */
static void files_in(const char *folder) {
    struct stat status;
    char path[100];
    CHECK("a folder is entered", chdir(folder), 0);
    CHECK_TEXT("and is the current one", getcwd(path, sizeof path), folder);
    CHECK_ERROR("no file, no reading", open("a", O_RDONLY), ENOENT);
    write_text("a", "one two");
    CHECK_TEXT("it has what was written", text_of("a"), "one two");
    CHECK("it has a status", stat("a", &status), 0);
    CHECK("its size", status.st_size, 7);
    CHECK_TRUE("its kind", S_ISREG(status.st_mode));
    CHECK_ERROR("it is there already", open("a", O_RDWR | O_CREAT | O_EXCL, 0666), EEXIST);
    int fd = open("a", O_RDWR | O_APPEND);
    CHECK("bytes are added", write(fd, " three", 6), 6);
    CHECK("their place", lseek(fd, 0, SEEK_CUR), 13);
    CHECK("another place", lseek(fd, 4, SEEK_SET), 4);
    int copy = dup(fd);
    CHECK("a copy has the same place", read(copy, path, 3), 3);
    CHECK_TRUE("its bytes", memcmp(path, "two", 3) == 0);
    CHECK("the place has moved for both", lseek(fd, 0, SEEK_CUR), 7);
    close(copy);
    CHECK("a place past the end", lseek(fd, 20, SEEK_SET), 20);
    CHECK("makes it longer", lseek(fd, -4, SEEK_END), 16);
    CHECK("by zeros", read(fd, path, 10) == 4 ? path[0] | path[1] | path[2] | path[3] : -1, 0);
    CHECK("it is cut", ftruncate(fd, 3), 0);
    CHECK("it is synced", fsync(fd), 0);
    CHECK("a file is always ready", poll(&(struct pollfd) {fd, POLLIN, 0}, 1, 0), 1);
    close(fd);
    CHECK_ERROR("a closed one is none", close(fd), EBADF);
    CHECK("a folder is made", mkdir("f", 0777), 0);
    CHECK_ERROR("once", mkdir("f", 0777), EEXIST);
    CHECK("a file is renamed", rename("a", "f/b"), 0);
    CHECK_TEXT("it is there", text_of("f/b"), "one");
    CHECK_ERROR("and no longer here", access("a", F_OK), ENOENT);
    CHECK_TEXT("names in a folder", names_in("f"), ". .. b ");
    CHECK_ERROR("a folder with files stays", rmdir("f"), ENOTEMPTY);
    CHECK("a file goes", unlink("f/b"), 0);
    CHECK("then the folder", rmdir("f"), 0);
    CHECK_TEXT("nothing is left", names_in("."), ". .. ");
    chdir("/");
}

static void memory(void) {
    mkdir("/m", 0777);
    files_in("/m");
    struct stat status;
    write_text("/m/x", "kept");
    int fd = open("/m/x", O_RDONLY);
    unlink("/m/x");
    char bytes[10];
    CHECK("what is open is there without a name", read(fd, bytes, sizeof bytes), 4);
    const char *mapped = mmap(NULL, 65536, PROT_READ, MAP_PRIVATE, fd, 0);
    CHECK_TRUE("a file is mapped", mapped != MAP_FAILED && memcmp(mapped, "kept", 5) == 0);
    CHECK_ERROR("but not to be changed", mmap(NULL, 65536, PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED ? -1 : 0, EACCES);
    close(fd);
    write_text("/m/y", "");
    struct timeval times[2] = {{1000, 0}, {2000, 0}};
    CHECK("times are set", utimes("/m/y", times), 0);
    CHECK("and rights", chmod("/m/y", 0400), 0);
    stat("/m/y", &status);
    CHECK("they are the new times", status.st_mtime, 2000);
    CHECK("and rights", status.st_mode & 0777, 0400);
    CHECK_ERROR("a folder is not moved into itself", rename("/m", "/m/n"), EINVAL);
    CHECK_ERROR("a file is not a folder", access("/m/y/z", F_OK), ENOTDIR);
    CHECK_TEXT("paths are made plain", realpath("/m/../m/./y", NULL), "/m/y");
}

static void devices(void) {
    char bytes[4] = "abc";
    int fd = open("/dev/zero", O_RDWR);
    CHECK("zeros", read(fd, bytes, 3), 3);
    CHECK("are zero", bytes[0] | bytes[1] | bytes[2], 0);
    close(fd);
    CHECK("nothing to read", read(open("/dev/null", O_RDONLY), bytes, 3), 0);
    CHECK_ERROR("no room", write(open("/dev/full", O_WRONLY), bytes, 3), ENOSPC);
    CHECK("random bytes", read(open("/dev/urandom", O_RDONLY), bytes, 4), 4);
    CHECK_ERROR("a terminal without a page", write(open("/dev/tty", O_WRONLY), bytes, 1), EIO);
    CHECK_ERROR("no device is made", open("/dev/new", O_CREAT | O_RDWR, 0666), EACCES);
    CHECK_TRUE("they are listed", strstr(names_in("/dev"), "console3"));
    FILE *console = fopen("/dev/console1", "w");
    fprintf(console, "to the console\nwithout an end");
    fclose(console);
    CHECK("standard output is a stream", lseek(1, 0, SEEK_CUR), -1);
}

static void browser(void) {
    CHECK("the browser's files", mount("", "/kept", "html5fs", 0, "type=PERSISTENT,expected_size=10000"), 0);
    files_in("/kept");
    mkdir("/kept/part", 0777);
    CHECK("a folder of them", mount("/part", "/part", "html5fs", 0, ""), 0);
    write_text("/part/in", "both");
    CHECK_TEXT("is the same", text_of("/kept/part/in"), "both");
    CHECK_ERROR("nothing moves between mounts", rename("/kept/part/in", "/m/in"), EXDEV);
    CHECK_ERROR("one place, one mount", mount("", "/part", "memfs", 0, ""), EBUSY);
    int fd = open("/part/in", O_RDONLY);
    CHECK_ERROR("what is open stays mounted", umount("/part"), EBUSY);
    close(fd);
    CHECK("then it goes", umount("/part"), 0);
    CHECK_ERROR("once", umount("/part"), EINVAL);
    CHECK_ERROR("other types are unknown", mount("", "/q", "ext4", 0, ""), ENODEV);
}

static void server(void) {
    struct stat status;
    CHECK("a server's files", mount("http://site/", "/http", "httpfs", 0, "X-Own=value"), 0);
    CHECK_TEXT("are read", text_of("/http/text"), "hello, world");
    CHECK("their size is known", stat("/http/text", &status) ? 0 : status.st_size, 12);
    CHECK("that of large ones too", stat("/http/large", &status) ? 0 : status.st_size, 200000);
    CHECK_ERROR("what is not there", open("/http/missing", O_RDONLY), ENOENT);
    int fd = open("/http/text", O_RDONLY);
    CHECK("the end is a place", lseek(fd, 0, SEEK_END), 12);
    CHECK_ERROR("there is none past it", lseek(fd, 1, SEEK_CUR), EINVAL);
    CHECK("the place is kept", lseek(fd, 0, SEEK_CUR), 12);
    close(fd);
    CHECK("a folder is one by the slash to which it leads", stat("/http/folder", &status) ? 0 : S_ISDIR(status.st_mode), 1);
    CHECK("which can be entered", chdir("/http/folder"), 0);
    CHECK("and left", chdir("/"), 0);
    CHECK_ERROR("nothing is written", open("/http/text", O_RDWR), EROFS);
    CHECK_ERROR("or removed", unlink("/http/text"), EROFS);
    CHECK_TEXT("it is asked", text_of("/http/echo"), "GET\n");
}

/* A file system with one file, which says the same whatever is written. */

static int own_getattr(const char *path, struct stat *status) {
    if (strcmp(path, "/") == 0)
        status->st_mode = S_IFDIR | 0777;
    else if (strcmp(path, "/file") == 0)
        *status = (struct stat) {.st_mode = S_IFREG | 0444, .st_size = 3};
    else
        return -ENOENT;
    return 0;
}

static int own_open(const char *path, struct fuse_file_info *file) {
    (void) path;
    file->fh = 42;
    return 0;
}

static int own_read(const char *path, char *bytes, size_t size, off_t offset, struct fuse_file_info *file) {
    static const char text[] = "own";
    (void) path;
    if (file->fh != 42)
        return -EIO;
    size_t left = offset < 3 ? 3 - (size_t) offset : 0, count = size < left ? size : left;
    memcpy(bytes, text + offset, count);
    return (int) count;
}

static mode_t created;

static int own_create(const char *path, mode_t mode, struct fuse_file_info *file) {
    created = mode;
    return file->flags & O_EXCL ? -EEXIST : own_open(path, file);
}

static int own_readdir(const char *path, void *to, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *file) {
    (void) path, (void) offset, (void) file;
    return fill(to, ".", NULL, 0) || fill(to, "..", NULL, 0) || fill(to, "file", NULL, 0) ? -EIO : 0;
}

static int own_access(const char *path, int mode) {
    (void) path;
    return mode & W_OK ? -EACCES : 0;
}

static dev_t mounted;

static void on_mount(const char *source, const char *target, const char *type, unsigned long flags, const void *data,
    dev_t device, void *user_data) {
    (void) source, (void) type, (void) flags, (void) data;
    CHECK_TEXT("a mount is announced", target, "/own");
    CHECK_TEXT("with the program's data", user_data, "data");
    mounted = device;
}

static void own(void) {
    static struct fuse_operations functions = {.getattr = own_getattr,
        .open = own_open,
        .read = own_read,
        .readdir = own_readdir,
        .access = own_access};
    CHECK("a type is registered", nacl_io_register_fs_type("ownfs", &functions), 1);
    CHECK("once", nacl_io_register_fs_type("ownfs", &functions), 0);
    nacl_io_set_mount_callback(on_mount, "data");
    CHECK("it is mounted", mount("", "/own", "ownfs", 0, NULL), 0);
    nacl_io_set_mount_callback(NULL, NULL);
    CHECK_TRUE("it has a device", mounted != 0);
    CHECK_TEXT("its file is read", text_of("/own/file"), "own");
    CHECK_TEXT("its names", names_in("/own"), ". .. file ");
    functions.create = own_create;
    char bytes[3];
    int fd = open("/own/file", O_RDONLY | O_CREAT, 0640);
    CHECK("a file that is there is created, too", created, 0640);
    CHECK("it can be used", read(fd, bytes, sizeof bytes), 3);
    close(fd);
    CHECK_ERROR("unless that is refused", open("/own/file", O_RDONLY | O_CREAT | O_EXCL, 0600), EEXIST);
    CHECK_ERROR("it says what may be done", access("/own/file", W_OK), EACCES);
    CHECK_ERROR("a function that it does not have", unlink("/own/file"), ENOSYS);
    CHECK_ERROR("a file that is not there", open("/own/other", O_RDONLY), ENOENT);
    CHECK("it is unmounted", umount("/own"), 0);
    CHECK("and the type goes", nacl_io_unregister_fs_type("ownfs"), 1);
}

int main(void) {
    CHECK("it is initialised already", nacl_io_init(), 0);
    memory();
    devices();
    browser();
    server();
    own();
    return 0;
}
