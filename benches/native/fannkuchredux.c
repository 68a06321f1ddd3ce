/* Native counterpart of fannkuchredux.pexe. Every order of N pancakes is
 * flipped, as many from the top as the first one says, until 1 lies on top.
 * Prints the sum of flips, with alternating signs, and the largest number. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16 };

static int flips(const int *order, int n)
{
    int stack[MOST], count = 0;
    for (int i = 0; i < n; i++)
        stack[i] = order[i];
    for (int top; (top = stack[0]) != 0; count++)
        for (int low = 0, high = top; low < high; low++, high--) {
            int pancake = stack[low];
            stack[low] = stack[high];
            stack[high] = pancake;
        }
    return count;
}

/* Makes the next order of the benchmark's sequence: the first two pancakes are
 * rotated; whenever a group is back where it began, so is the next larger one.
 * Returns 0 after the last order. */
static int next(int *order, int *turns, int n)
{
    for (int last = 1; last < n; last++) {
        int first = order[0];
        for (int i = 0; i < last; i++)
            order[i] = order[i + 1];
        order[last] = first;
        if (++turns[last] <= last)
            return 1;
        turns[last] = 0;
    }
    return 0;
}

int main(int count, char **arguments)
{
    int n = count > 1 ? atoi(arguments[1]) : 7;
    if (n < 1 || n > MOST)
        return 1;
    int order[MOST], turns[MOST] = {0};
    int most = 0, sum = 0, sign = 1;
    for (int i = 0; i < n; i++)
        order[i] = i;
    do {
        int now = flips(order, n);
        if (now > most)
            most = now;
        sum += sign * now;
        sign = -sign;
    } while (next(order, turns, n));
    printf("%d\nPfannkuchen(%d) = %d\n", sum, n, most);
    return 0;
}
