/* Native counterpart of binarytrees.pexe: makes, sums up and frees many binary
 * trees. A tree of depth 0 is a leaf; trees carry numbers, of which the sums
 * are taken with alternating signs. The allocator is that of the C library. */
#include <stdio.h>
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    long number;
};

static struct tree *make(long number, int depth)
{
    struct tree *tree = malloc(sizeof *tree);
    if (!tree)
        exit(1);
    tree->number = number;
    tree->left = tree->right = NULL;
    if (depth > 0) {
        tree->left = make(2 * number - 1, depth - 1);
        tree->right = make(2 * number, depth - 1);
    }
    return tree;
}

static long sum(const struct tree *tree)
{
    if (!tree->left)
        return tree->number;
    return tree->number + sum(tree->left) - sum(tree->right);
}

static void release(struct tree *tree)
{
    if (tree->left) {
        release(tree->left);
        release(tree->right);
    }
    free(tree);
}

static long make_and_sum(long number, int depth)
{
    struct tree *tree = make(number, depth);
    long result = sum(tree);
    release(tree);
    return result;
}

int main(int count, char **arguments)
{
    int least = 4, most = count > 1 ? atoi(arguments[1]) : 10;
    if (most < least + 2)
        most = least + 2;
    printf("stretch tree of depth %d\t check: %ld\n", most + 1, make_and_sum(0, most + 1));
    struct tree *long_lived = make(0, most);
    for (int depth = least; depth <= most; depth += 2) {
        long pairs = 1L << (most - depth + least), result = 0;
        for (long i = 1; i <= pairs; i++)
            result += make_and_sum(i, depth) + make_and_sum(-i, depth);
        printf("%ld\t trees of depth %d\t check: %ld\n", 2 * pairs, depth, result);
    }
    printf("long lived tree of depth %d\t check: %ld\n", most, sum(long_lived));
    release(long_lived);
    return 0;
}
