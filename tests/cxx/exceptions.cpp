// Exceptions: through functions of C, nested, thrown again, from constructors, kept.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <vector>

struct Trace {
    const char *name;
    explicit Trace(const char *name) : name(name) { std::cout << '+' << name << '\n'; }
    ~Trace() { std::cout << '-' << name << '\n'; }
};

extern "C" int compare(const void *one, const void *other) {
    int a = *static_cast<const int *>(one), b = *static_cast<const int *>(other);
    if (a == 3 || b == 3)
        throw a + b;
    return a - b;
}

struct Base {
    virtual ~Base() {}
};
struct Left : virtual Base {
    int left = 1;
};
struct Right : virtual Base {
    int right = 2;
};
struct Both : Left, Right {};

struct Member {
    Trace trace{"member"};
};
struct Failing : Member {
    Trace own{"own"};
    std::vector<int> values;
    Failing() try : values(3) {
        throw std::runtime_error("constructor");
    } catch (const std::exception &error) {
        std::cout << "in the constructor: " << error.what() << '\n';
    }
};

void nested(int depth) {
    Trace trace("nested");
    try {
        if (depth == 0)
            throw std::invalid_argument("deepest");
        nested(depth - 1);
    } catch (...) {
        std::throw_with_nested(std::runtime_error("level " + std::to_string(depth)));
    }
}

void show(const std::exception &error, int depth = 0) {
    std::cout << std::string(depth, ' ') << error.what() << '\n';
    try {
        std::rethrow_if_nested(error);
    } catch (const std::exception &inner) {
        show(inner, depth + 1);
    }
}

int in_noexcept() noexcept {
    try {
        throw 1;
    } catch (int value) {
        return value;
    }
}

struct Unwinding {
    ~Unwinding() {
        std::cout << "uncaught: " << std::uncaught_exceptions() << '\n';
        try {
            throw 2;
        } catch (int value) {
            std::cout << "in a destructor: " << value << '\n';
        }
    }
};

int main() {
    int values[] = {5, 4, 3, 2, 1};
    try {
        Trace trace("around qsort");
        std::qsort(values, 5, sizeof(int), compare);
    } catch (int sum) {
        std::cout << (sum >= 3) << '\n';
    }

    try {
        throw Both();
    } catch (Right &right) {
        std::cout << right.right << ' ' << dynamic_cast<Left &>(right).left << '\n';
    }
    try {
        static Both both;
        throw &both;
    } catch (const Base *base) {
        std::cout << (dynamic_cast<const Both *>(base) != nullptr) << '\n';
    }
    try {
        throw nullptr;
    } catch (const char *text) {
        std::cout << (text == nullptr) << '\n';
    }

    try {
        Failing failing;
    } catch (const std::runtime_error &error) {
        std::cout << "outside: " << error.what() << '\n';
    }
    try {
        nested(2);
    } catch (const std::exception &error) {
        show(error);
    }

    try {
        try {
            throw std::string("again");
        } catch (std::string &text) {
            text += " and again";
            throw;
        }
    } catch (const std::string &text) {
        std::cout << text << '\n';
    }

    std::exception_ptr kept;
    try {
        throw std::out_of_range("kept");
    } catch (...) {
        kept = std::current_exception();
    }
    for (int n = 0; n < 2; ++n) {
        try {
            std::rethrow_exception(kept);
        } catch (const std::logic_error &error) {
            std::cout << error.what() << ' ' << (typeid(error) == typeid(std::out_of_range)) << '\n';
        }
    }
    kept = nullptr;

    try {
        Unwinding unwinding;
        throw 1;
    } catch (int value) {
        std::cout << value << '\n';
    }
    std::cout << in_noexcept() << '\n';

    try {
        throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory), "opening");
    } catch (const std::system_error &error) {
        std::cout << error.code().value() << ' ' << (error.code() == std::errc::no_such_file_or_directory) << '\n';
    }
    try {
        std::function<void()> empty;
        empty();
    } catch (const std::bad_function_call &) {
        std::cout << "bad call\n";
    }
    try {
        Base base;
        dynamic_cast<Both &>(base);
    } catch (const std::bad_cast &) {
        std::cout << "bad cast\n";
    }
    try {
        int size = -1;
        std::cout << (new int[size] != nullptr) << '\n';
    } catch (const std::bad_alloc &) {
        std::cout << "bad alloc\n";
    }
    int caught = 0;
    for (int n = 0; n < 10000; ++n) {
        try {
            if (n % 3 == 0)
                throw n;
            if (n % 3 == 1)
                throw std::string("text");
        } catch (int) {
            ++caught;
        } catch (...) {
            caught += 2;
        }
    }
    std::cout << caught << '\n';
    std::set_terminate([] {
        std::cout << "terminated" << std::endl;
        std::_Exit(3);
    });
    Trace never("is not destroyed");
    throw 5;
}
