// The names with 64 of glibc, which C++ has without a macro: types, functions and structures.
// standard: c++17
// directory: /data
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Macros would rename these.
struct Archive {
    off64_t size;
    bool open64() const { return size == 10; }
};

int main(int argc, char **argv) {
    if (chdir(argc > 1 ? argv[1] : "/data") != 0)
        return 1;
    FILE *file = fopen64("large", "w");
    fputs("0123456789", file);
    printf("%d\n", (int) ftello64(file));
    fclose(file);
    struct stat64 status = {};
    if (stat64("large", &status) != 0 || !S_ISREG(status.st_mode))
        return 2;
    Archive archive = {status.st_size};
    int fd = ::open64("large", O_RDWR);
    char byte = 0;
    pread64(fd, &byte, 1, 7);
    printf("%c %d %d\n", byte, (int) lseek64(fd, 0, SEEK_END), archive.open64());
    ftruncate64(fd, 4);
    fstat64(fd, &status);
    void *mapped = mmap64(nullptr, 4, PROT_READ, MAP_PRIVATE, fd, 0);
    printf("%d %.4s\n", (int) status.st_size, (const char *) mapped);
    DIR *folder = opendir(".");
    while (struct dirent64 *entry = readdir64(folder))
        if (entry->d_name[0] == 'l')
            puts(entry->d_name);
    return closedir(folder);
}
