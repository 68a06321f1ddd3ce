// A library in C++ that throws to its callers, and catches what they throw.
#include "thrown.h"
#include <iostream>

namespace {
struct Circle : Shape {
    std::string name() const override { return "circle"; }
    ~Circle() override { std::cout << "circle goes" << std::endl; }
};

struct Announced {
    Announced() { std::cout << "library begins" << std::endl; }
    ~Announced() { std::cout << "library ends" << std::endl; }
} announced;
}

int check(int number) {
    std::string kept(100, 'x');
    if (number < 0)
        throw Wrong(number);
    return number + static_cast<int>(kept.size());
}

int calls_back(int (*function)(int), int number) {
    try {
        return function(number);
    } catch (const Wrong &wrong) {
        return 1000 + wrong.number;
    } catch (const std::logic_error &error) {
        std::cout << error.what() << std::endl;
        throw;
    }
}

Shape *make_shape() { return new Circle; }
