// Times, ratios, random numbers and conversions of numbers.
// standard: c++17
#include <charconv>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>
#include <random>
#include <ratio>
#include <string>
#include <system_error>

int main() {
    using namespace std::chrono;
    auto time = hours(2) + minutes(3) + seconds(4) + milliseconds(5);
    std::cout << time.count() << ' ' << duration_cast<minutes>(time).count() << ' ' << floor<seconds>(time).count() << '\n';
    system_clock::time_point point{seconds(1700000000)};
    std::time_t since = system_clock::to_time_t(point);
    std::cout << since << ' ' << std::gmtime(&since)->tm_year << '\n';
    std::cout << (system_clock::now() > point) << (steady_clock::now() >= steady_clock::time_point()) << '\n';
    typedef std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>> half;
    std::cout << half::num << '/' << half::den << '\n';

    std::mt19937 twister(1);
    std::cout << twister() << ' ' << twister() << '\n';
    std::mt19937_64 wide(5489);
    wide.discard(9999);
    std::cout << wide() << '\n';
    std::minstd_rand minimal;
    minimal.discard(9999);
    std::cout << minimal() << '\n';
    std::ranlux24 luxury;
    std::cout << luxury() << '\n';
    std::random_device device;
    std::cout << (device() != device() || device() != device()) << '\n';
    std::uniform_int_distribution<int> die(1, 6);
    int sum = 0;
    for (int n = 0; n < 6000; ++n)
        sum += die(twister);
    std::cout << (std::abs(sum / 6000.0 - 3.5) < 0.1) << '\n';
    std::normal_distribution<double> normal(10, 2);
    double total = 0;
    for (int n = 0; n < 10000; ++n)
        total += normal(twister);
    std::cout << (std::abs(total / 10000 - 10) < 0.1) << '\n';

    std::cout << std::stoi("42") << ' ' << std::stol("-7f", nullptr, 16) << ' ' << std::stod("2.5e3") << ' '
              << std::stoull("18446744073709551615") << '\n';
    try {
        std::stoi("99999999999");
    } catch (const std::out_of_range &) {
        std::cout << "out of range\n";
    }
    char buffer[64];
    auto end = std::to_chars(buffer, buffer + sizeof(buffer), 0.1).ptr;
    std::cout << std::string(buffer, end) << ' ';
    end = std::to_chars(buffer, buffer + sizeof(buffer), 1e23).ptr;
    std::cout << std::string(buffer, end) << ' ';
    end = std::to_chars(buffer, buffer + sizeof(buffer), 255, 2).ptr;
    std::cout << std::string(buffer, end) << '\n';
    int value = 0;
    std::string text = "123abc";
    auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    std::cout << value << ' ' << *read.ptr << '\n';
    std::cout << std::to_string(3.5) << ' ' << std::to_string(-12345678901LL) << '\n';
    std::cout << std::setprecision(15) << std::tgamma(5.5) << ' ' << std::hypot(3.0, 4.0) << ' ' << std::cbrt(27.0) << ' '
              << std::lround(2.5) << ' ' << std::nextafter(1.0, 2.0) << '\n';
    std::cout << std::isnan(std::numeric_limits<double>::quiet_NaN()) << std::signbit(-0.0) << std::fpclassify(0.0) * 0
              << '\n';
}
