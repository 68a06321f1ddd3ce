// Sources that name no standard were C++98 in the SDK. What C++17 removed from the language and its
// library still works by default.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <new>
#include <vector>

struct shorter : public std::binary_function<int, int, bool> {
    bool operator()(int one, int other) const { return one < other; }
};

static bool is_odd(int number) {
    return number % 2 != 0;
}

static int checked(int number) throw(int);
static int checked(int number) throw(int) {
    if (number < 0)
        throw number;
    return number;
}

static std::auto_ptr<int> made(int number) throw() {
    return std::auto_ptr<int>(new int(number));
}

int main() {
    std::vector<int> numbers;
    for (int each = 0; each < 9; ++each)
        numbers.push_back(each);
    std::random_shuffle(numbers.begin(), numbers.end());
    std::sort(numbers.begin(), numbers.end(), shorter());
    std::printf("%d %d\n", numbers.front(), numbers.back());

    int below = std::count_if(numbers.begin(), numbers.end(), std::bind2nd(std::less<int>(), 4));
    int even = std::count_if(numbers.begin(), numbers.end(), std::not1(std::ptr_fun(is_odd)));
    std::printf("%d %d\n", below, even);

    std::auto_ptr<int> owner = made(7), other(owner);
    std::printf("%d %d\n", owner.get() == NULL, *other);
    try {
        std::printf("%d\n", checked(1));
        checked(-2);
    } catch (int number) {
        std::printf("caught %d\n", number);
    }
    return 0;
}
