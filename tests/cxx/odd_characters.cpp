// Strings of types that the standard has no traits for, as old sources make them.
#include <iostream>
#include <string>
#include <vector>

typedef std::basic_string<unsigned char> Bytes;

int main() {
    Bytes one(reinterpret_cast<const unsigned char *>("abc")), two = one + one;
    two += 'd';
    two.insert(1, one);
    two.replace(0, 2, 3, 'x');
    std::cout << two.size() << ' ' << two.find('d') << ' ' << two.rfind('b') << ' ' << (one < two) << '\n';
    for (Bytes::size_type i = 0; i < two.size(); i++)
        std::cout << static_cast<char>(two[i]);
    std::cout << '\n' << (two.compare(one) > 0) << ' ' << two.substr(2, 4).size() << '\n';
    std::basic_string<short> numbers(3, 7);
    numbers.erase(1, 1);
    numbers.append(2, 9);
    std::cout << numbers.size() << ' ' << numbers[3] << '\n';
    std::vector<unsigned char> list(two.begin(), two.end());
    std::cout << Bytes(list.begin(), list.end()).find_first_of(reinterpret_cast<const unsigned char *>("cd")) << '\n';
    return 0;
}
