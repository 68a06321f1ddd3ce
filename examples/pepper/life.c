/* Conway's game of life on four threads: each computes a quarter of the rows, and they
 * meet at a barrier after each generation.
 *
 *   pinnacle cc -O2 life.c -lppapi -lpthread -o life.pexe
 *   pinnacle run life.pexe --view 320x200 --film life.png --until frame:120
 */

#include "canvas.h"

#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
#define COLUMNS 160
#define ROWS 100

static unsigned char cells[2][ROWS][COLUMNS];
static int now, generation;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
/* Which generation is wanted, and how many threads have computed it. */
static int wanted, finished;

static int neighbours(int row, int column) {
    int count = 0;
    for (int dr = -1; dr <= 1; dr++) {
        for (int dc = -1; dc <= 1; dc++) {
            int r = (row + dr + ROWS) % ROWS, c = (column + dc + COLUMNS) % COLUMNS;
            count += (dr || dc) && cells[now][r][c];
        }
    }
    return count;
}

static void *compute(void *number) {
    int first = (int)(intptr_t)number * ROWS / THREADS;
    int end = ((int)(intptr_t)number + 1) * ROWS / THREADS;
    for (int mine = 1;; mine++) {
        pthread_mutex_lock(&lock);
        while (wanted < mine) {
            pthread_cond_wait(&changed, &lock);
        }
        pthread_mutex_unlock(&lock);
        for (int row = first; row < end; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                int count = neighbours(row, column);
                cells[!now][row][column] = count == 3 || (count == 2 && cells[now][row][column]);
            }
        }
        pthread_mutex_lock(&lock);
        finished++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void draw(void) {
    int alive = 0;
    pthread_mutex_lock(&lock);
    finished = 0;
    wanted++;
    pthread_cond_broadcast(&changed);
    while (finished < THREADS) {
        pthread_cond_wait(&changed, &lock);
    }
    now = !now;
    pthread_mutex_unlock(&lock);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int cell = cells[now][y * ROWS / height][x * COLUMNS / width];
            pixels[y * width + x] = cell ? 0xffb58900u : 0xff002b36u;
        }
    }
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            alive += cells[now][row][column];
        }
    }
    generation++;
    if (generation % 60 == 0) {
        say("generation %d: %d alive", generation, alive);
    }
}

static int32_t start(void) {
    unsigned state = 1;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            state = state * 1103515245u + 12345u;
            cells[0][row][column] = (state >> 16) % 4 == 0;
        }
    }
    for (intptr_t number = 0; number < THREADS; number++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, compute, (void *)number) != 0) {
            return PP_ERROR_FAILED;
        }
    }
    return canvas_start();
}

static void view_changed(struct PP_Rect rect) {
    canvas_resize(rect);
}

static void message_came(struct PP_Var message) {
    (void)message;
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
