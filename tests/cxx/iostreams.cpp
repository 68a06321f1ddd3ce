// Formatting and reading with streams, and what their states say.
#include <bitset>
#include <complex>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>

struct Point {
    int x, y;
};

std::ostream &operator<<(std::ostream &out, const Point &point) {
    return out << '(' << point.x << ", " << point.y << ')';
}

std::istream &operator>>(std::istream &in, Point &point) {
    char open, comma, close;
    return in >> open >> point.x >> comma >> point.y >> close;
}

struct Shouting : std::stringbuf {
    int overflow(int c) override { return std::stringbuf::overflow(c >= 'a' && c <= 'z' ? c - 32 : c); }
};

int main() {
    std::cout << 1 << ' ' << -2L << ' ' << 3ull << ' ' << 'c' << ' ' << "text" << ' ' << true << '\n';
    std::cout << std::hex << std::showbase << 255 << ' ' << std::oct << 8 << ' ' << std::dec << std::noshowbase << 10
              << '\n';
    std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::internal
              << std::setfill('*') << std::setw(8) << -42 << '|' << std::right << std::setfill(' ') << '\n';
    std::cout << 3.14159265358979 << ' ' << std::setprecision(12) << 3.14159265358979 << ' ' << std::fixed
              << std::setprecision(2) << 2.71828 << ' ' << std::scientific << 12345.678 << ' ' << std::defaultfloat
              << 1e100 << ' ' << 1e-5 << ' ' << 0.1f << '\n';
    std::cout << std::boolalpha << true << ' ' << false << std::noboolalpha << ' ' << std::showpos << 7
              << std::noshowpos << ' ' << std::uppercase << std::hex << 48879 << std::nouppercase << std::dec << '\n';
    std::cout << std::hexfloat << 1.5 << std::defaultfloat << '\n';
    std::cout << std::numeric_limits<double>::infinity() << ' ' << -std::numeric_limits<float>::infinity() << '\n';
    std::cout << Point{1, -2} << ' ' << std::complex<double>(1, 2) << ' ' << std::bitset<8>(0xa5) << '\n';
    std::cout << std::quoted("a \"quoted\" text") << '\n';

    std::istringstream in("12 0x1f 3.5 word (4, 5) rest of the line\nnext");
    int number, hex;
    double real;
    std::string word, line;
    Point point;
    in >> number >> std::hex >> hex >> std::dec >> real >> word >> point;
    std::getline(in, line);
    std::cout << number << ' ' << hex << ' ' << real << ' ' << word << ' ' << point << '[' << line << "]\n";
    in >> number;
    std::cout << in.fail() << in.eof() << in.bad() << '\n';
    in.clear();
    in >> word;
    std::cout << word << ' ' << in.eof() << '\n';

    std::istringstream big("99999999999 7");
    big >> number;
    std::cout << big.fail() << ' ' << (number == std::numeric_limits<int>::max()) << '\n';

    std::ostringstream out;
    out << "at " << out.tellp();
    out.seekp(0);
    out << "AT";
    std::cout << out.str() << '\n';

    Shouting buffer;
    std::ostream shouting(&buffer);
    shouting << "loud " << 12 << '\n';
    std::cout << (buffer.str().find("12") != std::string::npos) << '\n';

    std::istringstream throwing("x");
    throwing.exceptions(std::ios::failbit);
    try {
        throwing >> number;
    } catch (const std::ios_base::failure &) {
        std::cout << "caught\n";
    }
    std::wostringstream wide;
    wide << L"wide " << std::setw(5) << 12;
    std::cout << wide.str().size() << '\n';
    std::clog << "to the log\n";
    std::cerr << "to the errors\n";
}
