/* Native counterpart of fasta.pexe: writes three sequences, one by repeating a
 * string, two by drawing letters with given probabilities. */
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 60 };

static const char alu[] =
    "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGGGAGGCCGAGGCGGGCGGA"
    "TCACCTGAGGTCAGGAGTTCGAGACCAGCCTGGCCAACATGGTGAAACCCCGTCTCTACT"
    "AAAAATACAAAAATTAGCCGGGCGTGGTGGCGCGCGCCTGTAATCCCAGCTACTCGGGAG"
    "GCTGAGGCAGGAGAATCGCTTGAACCCGGGAGGCGGAGGTTGCAGTGAGCCGAGATCGCG"
    "CCACTGCACTCCAGCCTGGGCGACAGAGCGAGACTCCGTCTCAAAAA";

struct letter {
    char name;
    double probability; /* 0 after the last */
};

static const struct letter iub[] = {
    {'a', 0.27}, {'c', 0.12}, {'g', 0.12}, {'t', 0.27}, {'B', 0.02}, {'D', 0.02},
    {'H', 0.02}, {'K', 0.02}, {'M', 0.02}, {'N', 0.02}, {'R', 0.02}, {'S', 0.02},
    {'V', 0.02}, {'W', 0.02}, {'Y', 0.02}, {0, 0},
};

static const struct letter human[] = {
    {'a', 0.3029549426680},
    {'c', 0.1979883004921},
    {'g', 0.1975473066391},
    {'t', 0.3015094502008},
    {0, 0},
};

/* The benchmark's own generator, from 0 to below 1. */
static double draw(void)
{
    static int state = 42;
    state = (state * 3877 + 29573) % 139968;
    return state / 139968.0;
}

static char pick(const struct letter *letters)
{
    double left = draw();
    while (letters[1].name && left >= letters->probability) {
        left -= letters->probability;
        letters++;
    }
    return letters->name;
}

/* Writes so many letters: drawn ones, or the string again and again. */
static void write_sequence(const char *title, const struct letter *letters, int count)
{
    char line[WIDTH + 1];
    size_t place = 0;
    puts(title);
    while (count > 0) {
        int width = count < WIDTH ? count : WIDTH;
        for (int i = 0; i < width; i++) {
            if (letters) {
                line[i] = pick(letters);
            } else {
                line[i] = alu[place++];
                if (!alu[place])
                    place = 0;
            }
        }
        line[width] = '\n';
        fwrite(line, 1, width + 1, stdout);
        count -= width;
    }
}

int main(int count, char **arguments)
{
    int n = count > 1 ? atoi(arguments[1]) : 1000;
    write_sequence(">ONE Homo sapiens alu", NULL, 2 * n);
    write_sequence(">TWO IUB ambiguity codes", iub, 3 * n);
    write_sequence(">THREE Homo sapiens frequency", human, 5 * n);
    return 0;
}
