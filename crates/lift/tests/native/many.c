/* Runs the lifted programs that are linked into one executable with the host of
 * examples/native-host/host.c, whose `main` is called host_main here, each in a
 * process of its own. For each it writes a line, "STATUS LENGTH", and behind it
 * what the program wrote to standard output.
 *
 * What a module defines has another name in each of the programs, but for memory
 * and thread pointer, which are defined here. The test makes `programs`. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 1 << 20, TIME = 60 };

struct layout {
  uint32_t words[10];
};

struct program {
  const struct layout *layout;
  const char *const *host_names;
  void (*initialize)(void);
  int (*start)(int);
  void (*start_thread)(int, int, int, int);
};

extern const struct program programs[];
extern const unsigned program_count;

char *pinnacle_memory;
_Thread_local uint32_t pinnacle_thread_pointer;
struct layout pinnacle_layout;
const char *pinnacle_host_names[256];

static const struct program *current;

void pinnacle_initialize(void) { current->initialize(); }
int pinnacle_start(int block) { return current->start(block); }
void pinnacle_start_thread(int function, int stack, int limit, int thread_pointer) {
  current->start_thread(function, stack, limit, thread_pointer);
}

/* Touches all bytes, also where a range is copied onto itself: that of the C
 * library does nothing then, and no access would be found to be wrong. */
void *memmove(void *to, const void *from, size_t length) {
  volatile unsigned char *target = to;
  const volatile unsigned char *source = from;
  if (target <= source)
    for (size_t at = 0; at < length; at++) target[at] = source[at];
  else
    for (size_t at = length; at-- > 0;) target[at] = source[at];
  return to;
}

int host_main(int argc, char **argv);

static int run(char **argv) {
  pinnacle_layout = *current->layout;
  /* The eighth word is how many functions the host has. */
  size_t names = pinnacle_layout.words[7];
  if (names > sizeof pinnacle_host_names / sizeof *pinnacle_host_names) return 2;
  memcpy(pinnacle_host_names, current->host_names, names * sizeof(char *));
  alarm(TIME);
  return host_main(1, argv);
}

int main(int argc, char **argv) {
  static char output[LONGEST];
  (void)argc;
  argv[1] = NULL;
  for (unsigned index = 0; index < program_count; index++) {
    current = &programs[index];
    int ends[2];
    if (pipe(ends) != 0) return 2;
    pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) {
      dup2(ends[1], STDOUT_FILENO);
      close(ends[0]);
      close(ends[1]);
      _exit(run(argv));
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t count;
    while ((count = read(ends[0], output + length, sizeof output - length)) > 0)
      length += (size_t)count;
    close(ends[0]);
    int status;
    if (waitpid(child, &status, 0) != child) return 2;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    printf("%d %zu\n", code, length);
    fwrite(output, 1, length, stdout);
    fflush(stdout);
  }
  return 0;
}
