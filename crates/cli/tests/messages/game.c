/* The part of a game that runs in the loader: it answers the messages of an engine. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct part {
    void *base;
    size_t length;
};

struct message {
    struct part *parts;
    size_t part_count;
    int *descriptors;
    size_t descriptor_count;
    int flags;
};

/* The trampolines of the loader. */
#define CALL(number) (0x10000 + 32 * (number))
#define imc_sendmsg ((int (*)(int, const struct message *, int)) CALL(63))
#define imc_recvmsg ((int (*)(int, struct message *, int)) CALL(64))
#define imc_mem_obj_create ((int (*)(size_t)) CALL(65))
#define imc_socketpair ((int (*)(int *)) CALL(66))

static char bytes[4096];
static int descriptors[8];

static int send_with(int to, const char *text, int descriptor) {
    struct part part = {(void *) text, strlen(text)};
    struct message message = {&part, 1, &descriptor, descriptor >= 0, 0};
    return imc_sendmsg(to, &message, 0);
}

static void answer(int root, const char *text) {
    int sent = send_with(root, text, -1);
    if (sent != (int) strlen(text)) {
        printf("sent %d\n", sent);
        exit(5);
    }
}

static int receive(int from) {
    struct part parts[2] = {{bytes, 4}, {bytes + 4, sizeof(bytes) - 5}};
    struct message message = {parts, 2, descriptors, 8, 0};
    memset(bytes, 0, sizeof(bytes));
    for (int i = 0; i < 8; ++i)
        descriptors[i] = -1;
    return imc_recvmsg(from, &message, 0);
}

int main(int argc, char **argv) {
    static char *memory;
    static char text[sizeof(bytes) + 100];
    struct stat status;
    int pair[2];
    int root = atoi(argv[argc - 1]);
    answer(root, argv[0]);
    for (;;) {
        int count = receive(root);
        int given = descriptors[0];
        if (count < 0) {
            sprintf(text, "error %d", -count);
            answer(root, text);
            continue;
        }
        switch (bytes[0]) {
        case 'm': /* maps memory of the engine and counts in it */
            fstat(given, &status);
            memory = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, given, 0);
            if (memory == MAP_FAILED) {
                sprintf(text, "no memory %d", errno);
                answer(root, text);
                break;
            }
            close(given);
            sprintf(text, "%d bytes, %s", (int) status.st_size, memory);
            strcpy(memory + 100, "from the game");
            answer(root, text);
            break;
        case 'l': /* looks at it again */
            answer(root, memory);
            break;
        case 'u': /* gives it back: what is there then is zero and private */
            munmap(memory, status.st_size);
            memory = mmap(memory, status.st_size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
            sprintf(text, "%d", memory[0] + memory[100]);
            memory[0] = '!';
            answer(root, text);
            break;
        case 'f': /* reads a file of the engine */
            count = read(given, text, 100);
            text[count] = 0;
            if (write(given, "x", 1) < 0 && errno == EBADF)
                strcat(text, ", read only");
            close(given);
            answer(root, text);
            break;
        case 's': /* answers on a socket of the engine */
            answer(given, "direct");
            close(given);
            answer(root, "sent");
            break;
        case 'c': /* makes memory for the engine */
            given = imc_mem_obj_create(0x10000);
            memory = mmap(NULL, 0x10000, PROT_READ | PROT_WRITE, MAP_SHARED, given, 0);
            strcpy(memory, "made by the game");
            send_with(root, "memory", given);
            munmap(memory, 0x10000);
            close(given);
            break;
        case 'p': /* talks to itself */
            if (imc_socketpair(pair) == 0 && send_with(pair[0], "itself", -1) == 6 &&
                receive(pair[1]) == 6) {
                close(pair[0]);
                strcpy(text, bytes);
                count = receive(pair[1]);
                sprintf(text + strlen(text), ", then %d", count);
                answer(root, text);
            }
            close(pair[1]);
            break;
        case 'q':
            return 7;
        default:
            sprintf(text, "%d bytes: %s", count, bytes);
            answer(root, text);
        }
    }
}
