// A program that loads a library in C++ and catches what it throws.
#include "thrown.h"
#include <dlfcn.h>
#include <iostream>
#include <memory>

#ifndef SUFFIX
#define SUFFIX ".pso"
#endif

static int throws_wrong(int number) { throw Wrong(number); }
static int throws_other(int number) { throw std::logic_error("other " + std::to_string(number)); }

int main() {
    void *library = dlopen("./libthrown" SUFFIX, RTLD_NOW);
    if (!library) {
        std::cout << dlerror() << std::endl;
        return 1;
    }
    auto check = reinterpret_cast<int (*)(int)>(dlsym(library, "check"));
    auto calls_back = reinterpret_cast<int (*)(int (*)(int), int)>(dlsym(library, "calls_back"));
    auto make_shape = reinterpret_cast<Shape *(*)()>(dlsym(library, "make_shape"));
    std::cout << check(5) << std::endl;
    try {
        check(-3);
    } catch (const Wrong &wrong) {
        std::cout << wrong.what() << " " << wrong.number << std::endl;
    }
    std::cout << calls_back(throws_wrong, 7) << std::endl;
    try {
        calls_back(throws_other, 8);
    } catch (const std::exception &error) {
        std::cout << "caught " << error.what() << std::endl;
    }
    std::unique_ptr<Shape> shape(make_shape());
    std::cout << shape->name() << " " << (dynamic_cast<Shape *>(shape.get()) != nullptr) << std::endl;
    shape.reset();
    std::cout << "close " << dlclose(library) << std::endl;
    return 0;
}
