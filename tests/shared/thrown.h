// What a library throws, and how it is asked to.
#pragma once
#include <stdexcept>
#include <string>

struct Wrong : std::runtime_error {
    explicit Wrong(int number) : std::runtime_error("wrong " + std::to_string(number)), number(number) {}
    int number;
};

struct Shape {
    virtual ~Shape() = default;
    virtual std::string name() const = 0;
};

extern "C" int check(int number);
extern "C" int calls_back(int (*function)(int), int number);
extern "C" Shape *make_shape();
