// What functions say they throw, as C++98 has it.
// standard: c++98
#include <exception>
#include <iostream>
#include <stdexcept>

struct Other {};

void only_int(int which) throw(int) {
    if (which == 1)
        throw 1;
    if (which == 2)
        throw Other();
}

void with_bad_exception() throw(int, std::bad_exception) {
    throw Other();
}

void to_int() {
    throw 42;
}

void to_other() {
    throw 'c';
}

int main() {
    try {
        only_int(1);
    } catch (int value) {
        std::cout << value << '\n';
    }
    std::set_unexpected(to_int);
    try {
        only_int(2);
    } catch (int value) {
        std::cout << value << '\n';
    }
    std::set_unexpected(to_other);
    try {
        with_bad_exception();
    } catch (const std::bad_exception &) {
        std::cout << "bad exception\n";
    }
    std::cout << std::uncaught_exception() << '\n';
    return 0;
}
