// Compiled without exceptions, linked with a library that has them.
// options: -fno-exceptions
#include <iostream>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <vector>

int main() {
    std::map<std::string, std::vector<int>> map;
    for (int n = 0; n < 10; ++n)
        map[n % 2 ? "odd" : "even"].push_back(n);
    std::ostringstream out;
    for (auto &entry : map)
        out << entry.first << ' ' << entry.second.size() << '\n';
    std::cout << out.str();
    std::cout << (new (std::nothrow) char[100] != nullptr) << '\n';
}
