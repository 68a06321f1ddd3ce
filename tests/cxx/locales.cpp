// The locale of C: facets, and what cannot be had.
#include <clocale>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

struct Grouping : std::numpunct<char> {
    char do_thousands_sep() const override { return '\''; }
    std::string do_grouping() const override { return "\3"; }
    char do_decimal_point() const override { return ','; }
    std::string do_truename() const override { return "yes"; }
};

int main() {
    std::cout << std::locale().name() << ' ' << std::locale::classic().name() << '\n';
    std::cout << std::setlocale(LC_ALL, nullptr) << '\n';
    try {
        std::locale("there-is-none");
        std::cout << "there is one\n";
    } catch (const std::runtime_error &) {
        std::cout << "there is none\n";
    }
    const auto &ctype = std::use_facet<std::ctype<char>>(std::locale());
    std::string text = "Hello, World 1\t";
    for (char c : text)
        std::cout << ctype.is(ctype.alpha, c) << ctype.is(ctype.space, c) << ctype.is(ctype.punct, c)
                  << ctype.is(ctype.print, c) << ' ';
    std::cout << '\n';
    ctype.toupper(&text[0], &text[0] + text.size());
    std::cout << text << '\n';
    std::cout << std::isalpha('x', std::locale()) << std::isdigit('x', std::locale()) << '\n';

    std::ostringstream out;
    out.imbue(std::locale(std::locale::classic(), new Grouping));
    out << 1234567 << ' ' << std::fixed << std::setprecision(2) << 9876.5 << ' ' << std::boolalpha << true;
    std::cout << out.str() << '\n';
    std::istringstream in("1'234'567 2,5");
    in.imbue(out.getloc());
    long number;
    double real;
    in >> number >> real;
    std::cout << number << ' ' << real << '\n';

    std::tm time = {};
    time.tm_year = 125;
    time.tm_mon = 1;
    time.tm_mday = 3;
    time.tm_hour = 14;
    time.tm_wday = 1;
    std::cout << std::put_time(&time, "%A %d %B %Y %H:%M:%S") << '\n';
    std::istringstream date("2024-02-29 01:02:03");
    date >> std::get_time(&time, "%Y-%m-%d %H:%M:%S");
    std::cout << time.tm_year << ' ' << time.tm_mon << ' ' << time.tm_mday << ' ' << time.tm_sec << '\n';

    const auto &collate = std::use_facet<std::collate<char>>(std::locale());
    const char one[] = "abc", other[] = "abd";
    std::cout << collate.compare(one, one + 3, other, other + 3) << '\n';
    std::cout << std::put_money("1234") << '\n';
    const auto &wide = std::use_facet<std::ctype<wchar_t>>(std::locale());
    std::cout << wide.is(std::ctype_base::upper, L'A') << wide.narrow(wide.widen('z'), '?') << '\n';
    std::cout << std::has_facet<std::codecvt<wchar_t, char, std::mbstate_t>>(std::locale()) << '\n';
}
