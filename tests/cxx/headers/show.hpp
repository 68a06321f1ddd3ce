// What the programs of this folder print with: a line per fact.
#pragma once
#include <iostream>

inline void show_values() { std::cout << '\n'; }

template <class First, class... Rest> void show_values(const First &first, const Rest &...rest) {
    std::cout << ' ' << first;
    show_values(rest...);
}

// A name, and values.
template <class... Values> void show(const char *name, const Values &...values) {
    std::cout << std::boolalpha << name << ':';
    show_values(values...);
}

// A name, and what is in a range.
template <class Range> void show_all(const char *name, Range &&range) {
    std::cout << name << ':';
    for (const auto &element : range)
        std::cout << ' ' << element;
    std::cout << '\n';
}
