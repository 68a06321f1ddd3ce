/* Runs a program of the browser without a browser: posts it a message, prints its answers, and
 * keeps a picture of what it shows.
 *
 *   cargo rustc -p pinnacle-capi --profile capi --crate-type cdylib
 *   cc -I crates/capi/include examples/c/page.c -L target/capi -lpinnacle_capi -o page
 *   LD_LIBRARY_PATH=target/capi ./page hello.pexe '"Ada"' hello.png
 */

#include <stdio.h>
#include <stdlib.h>

#include "pinnacle.h"

static void check(pinnacle_error_t *error) {
    if (error) {
        fprintf(stderr, "%s\n", pinnacle_error_message(error));
        pinnacle_error_free(error);
        exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s PROGRAM MESSAGE PICTURE.png\n", argv[0]);
        return 1;
    }
    pinnacle_page_t *page;
    check(pinnacle_page_open(argv[1], NULL, &page));
    check(pinnacle_page_post(page, argv[2]));
    check(pinnacle_page_run(page, 0));

    pinnacle_bytes_t message;
    for (;;) {
        check(pinnacle_page_message(page, &message));
        if (!message.data)
            break;
        printf("%s\n", (char *)message.data);
        pinnacle_bytes_free(&message);
    }

    pinnacle_bytes_t png;
    check(pinnacle_page_picture(page, &png));
    FILE *file = fopen(argv[3], "wb");
    if (!file || fwrite(png.data, 1, png.size, file) != png.size || fclose(file) != 0) {
        perror(argv[3]);
        return 1;
    }
    pinnacle_bytes_free(&png);
    pinnacle_page_free(page);
    return 0;
}
