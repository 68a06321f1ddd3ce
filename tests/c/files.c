// directory: /data
// Files in a folder that the program was given: writing, seeking, reading, removing.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    char path[200], other[200];
    snprintf(path, sizeof path, "%s/first.txt", count > 1 ? arguments[1] : "/data");
    snprintf(other, sizeof other, "%s/second.txt", count > 1 ? arguments[1] : "/data");
    FILE *file = fopen(path, "w+");
    if (!file)
        return 1;
    for (int i = 0; i < 1000; i++)
        fprintf(file, "line %d\n", i);
    fseek(file, 7, SEEK_SET);
    char line[40];
    printf("%s", fgets(line, sizeof line, file));
    fseek(file, 0, SEEK_END);
    printf("%ld\n", ftell(file));
    fclose(file);
    struct stat about;
    int status = stat(path, &about);
    printf("%d %ld\n", status, (long)about.st_size);
    status = rename(path, other);
    printf("%d %d\n", status, access(path, F_OK));
    int descriptor = open(other, O_RDWR);
    printf("%ld\n", (long)lseek(descriptor, -5, SEEK_END));
    int length = (int)read(descriptor, line, 5);
    printf("%d %.4s\n", length, line);
    printf("%d\n", ftruncate(descriptor, 12));
    close(descriptor);
    file = fopen(other, "r");
    int lines = 0;
    while (fgets(line, sizeof line, file))
        lines++;
    printf("%d\n", lines);
    fclose(file);
    DIR *folder = opendir(count > 1 ? arguments[1] : "/data");
    int entries = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        entries += strcmp(entry->d_name, "second.txt") == 0;
    closedir(folder);
    status = unlink(other);
    printf("%d %d\n", entries, status);
    return 0;
}
