// options: -fsanitize=address,undefined
// run: none => 0
// run: virtual => 1
// says: AddressSanitizer: heap-use-after-free; in main classes.cpp; freed by thread T0 here; in operator delete(void*); in main classes.cpp; in operator new(unsigned int)
// run: mismatch => 1
// says: alloc-dealloc-mismatch (operator new [] vs operator delete); in operator delete(void*)
// run: mixed => 1
// says: alloc-dealloc-mismatch (malloc vs operator delete)
// run: vector => 1
// says: AddressSanitizer: container-overflow; in main
// run: before_array => 1
// says: AddressSanitizer: heap-buffer-overflow
// run: undefined => 0
// says: runtime error: signed integer overflow: 2147483647 + 1
// run: leak => 1
// says: LeakSanitizer: detected memory leaks; Direct leak of 8 byte(s) in 1 object(s); in operator new(unsigned int); in main classes.cpp; SUMMARY: AddressSanitizer: 8 byte(s) leaked in 1 allocation(s).
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Shape {
    virtual ~Shape() {}
    virtual int sides() const { return 0; }
    int number = 0;
};

struct Square : Shape {
    int sides() const override { return 4; }
};

struct Noisy {
    ~Noisy() { ++ended; }
    int value = 7;
    static int ended;
};

int Noisy::ended;

/* Exceptions leave frames with marks on the stack. */
[[gnu::noinline]] int thrown(int depth) {
    int list[8] = {depth};
    Noisy noisy;
    if (depth == 0)
        throw std::runtime_error("deep");
    return thrown(depth - 1) + list[0] + noisy.value;
}

int good() {
    int total = 0;
    try {
        total = thrown(5);
    } catch (const std::exception &error) {
        total = static_cast<int>(std::strlen(error.what()));
    }
    std::vector<std::string> words;
    for (int index = 0; index < 100; ++index)
        words.push_back("a word that is not short at all " + std::to_string(index));
    auto shape = std::make_unique<Square>();
    std::unique_ptr<Noisy[]> several(new Noisy[3]);
    return total + static_cast<int>(words.size()) + shape->sides() + several[2].value;
}

} // namespace

int main(int argc, char **argv) {
    const std::string which = argc > 1 ? argv[1] : "";
    volatile int result = good();
    volatile int one = 1;
    if (which == "virtual") {
        Shape *shape = new Square;
        delete shape;
        result = shape->number;
    } else if (which == "mismatch") {
        int *list = new int[4];
        *(volatile int *) list = 1;
        operator delete(list);
    } else if (which == "mixed") {
        void *memory = std::malloc(8);
        *(volatile int *) memory = 1;
        operator delete(memory);
    } else if (which == "vector") {
        std::vector<int> numbers = {1, 2, 3, 4, 5};
        numbers.reserve(20);
        const int *data = numbers.data();
        result = data[9 * one];
    } else if (which == "before_array") {
        Noisy *several = new Noisy[3];
        result = reinterpret_cast<int *>(several)[-2 * one];
        delete[] several;
    } else if (which == "undefined") {
        result = 2147483647 * one + one;
    } else if (which == "leak") {
        Shape *volatile shape = new Square;
        result = shape->sides();
        shape = nullptr;
    }
    return Noisy::ended >= 6 ? 0 : 2;
}
