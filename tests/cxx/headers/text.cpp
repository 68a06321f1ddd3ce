// Strings, their conversion, patterns, and what a locale says of text.
// standard: c++17
#include "show.hpp"

#include <charconv>
#include <codecvt>
#include <ctime>
#include <iterator>
#include <locale>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

static void use_string() {
    using namespace std::string_literals;
    std::string text = "the quick brown fox";
    text.replace(4, 5, "slow").insert(0, "> ").append(3, '!').erase(2, 4);
    show("string", text, text.find("brown"), text.rfind('o'), text.find_first_of("xyz"), text.find_last_not_of('!'));
    show("compared", "abc"s < "abd"s, "abc"s.compare("abcd") < 0, text.substr(7, 5), "a\0b"s.size());
    std::string small = "tiny", large(200, 'L');
    small.swap(large);
    small += large;
    large.resize(6, '.');
    show("sizes", small.size(), large, small.capacity() >= small.size(), small.c_str()[204] == 0);
    show("numbers", std::stoi(" -42x"), std::stod("1e3"), std::stoul("ff", nullptr, 16), std::to_string(2.5f));
    std::size_t end = 0;
    show("parsed", std::stoll("9000000000 rest", &end), end);
    try {
        std::stoi("none");
    } catch (const std::invalid_argument &) {
        show("stoi", "invalid");
    }
    try {
        text.substr(1000);
    } catch (const std::out_of_range &) {
        show("substr", "out of range");
    }
    std::wstring wide = L"wide \u00e9";
    std::u16string utf16 = u"\U0001f600";
    std::u32string utf32 = U"\U0001f600";
    show("types", wide.size(), utf16.size(), utf32.size(), static_cast<unsigned>(utf16[0]));
    std::istringstream lines("one\ntwo words\n");
    std::string line;
    while (std::getline(lines, line))
        show("line", line);
}

static void use_string_view() {
    using namespace std::string_view_literals;
    constexpr std::string_view path = "/usr/local/bin"sv;
    static_assert(path.find_last_of('/') == 10);
    std::string_view rest = path;
    rest.remove_prefix(path.find('/', 1));
    rest.remove_suffix(4);
    show("string_view", rest, rest.size(), path.substr(5, 5), path.compare("/usr") > 0, path.back());
    char buffer[4] = {};
    show("copied", path.copy(buffer, 3, 1), buffer, std::string(rest) + "/x",
         std::hash<std::string_view>()("a") == std::hash<std::string>()("a"));
    try {
        path.at(100);
    } catch (const std::out_of_range &) {
        show("at", "out of range");
    }
}

template <class... Options> static std::string written(Options... options) {
    char buffer[128];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), options...);
    return error == std::errc() ? std::string(buffer, end) : "too long";
}

static void use_charconv() {
    show("charconv", written(-123), written(255, 16), written(~0ull, 36), written(0.1), written(1e300),
         written(5e-324));
    show("formats", written(3.14159, std::chars_format::fixed, 3), written(1234.5, std::chars_format::scientific, 2),
         written(0.5, std::chars_format::hex), written(100000.0f, std::chars_format::general));
    char small[2];
    show("short", std::to_chars(small, small + 2, 100).ec == std::errc::value_too_large);
    int number = 0;
    std::string_view text = "-77 rest";
    auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    show("read", number, read.ptr - text.data());
    text = "70000";
    short narrow = 1;
    show("range", std::from_chars(text.data(), text.data() + 5, narrow).ec == std::errc::result_out_of_range, narrow);
    text = "zz";
    std::from_chars(text.data(), text.data() + 2, number, 36);
    show("base", number, std::from_chars("x", "x" + 1, number).ec == std::errc::invalid_argument);
}

static void use_codecvt() {
    std::wstring_convert<std::codecvt_utf8<char32_t>, char32_t> wide;
    const std::u32string points = U"a\u00e9\u20ac\U0001f600";
    const std::string bytes = wide.to_bytes(points);
    show("codecvt", bytes.size(), wide.from_bytes(bytes) == points, bytes);
    std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t> utf16;
    show("utf16", utf16.from_bytes(bytes).size(), utf16.to_bytes(utf16.from_bytes(bytes)) == bytes);
    std::wstring_convert<std::codecvt_utf16<char32_t>, char32_t> big;
    const std::string pairs = big.to_bytes(U"A\U0001f600");
    show("big endian", pairs.size(), int(pairs[0]), int(pairs[1]), int(static_cast<unsigned char>(pairs[2])));
    try {
        wide.from_bytes("\xff");
    } catch (const std::range_error &) {
        show("invalid", "range error");
    }
}

struct Money : std::moneypunct<char> {
    std::string do_curr_symbol() const override { return "EUR "; }
    int do_frac_digits() const override { return 2; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
    char do_decimal_point() const override { return ','; }
    pattern do_pos_format() const override { return {{symbol, sign, value, none}}; }
};

struct Own : std::locale::facet {
    static std::locale::id id;
    int answer() const { return 42; }
};
std::locale::id Own::id;

static void use_locale() {
    std::locale classic = std::locale::classic();
    show("locale", classic.name(), std::toupper('a', classic), std::isdigit('7', classic), std::isalpha('7', classic),
         std::has_facet<std::collate<char>>(classic), classic(std::string("a"), std::string("b")));
    std::string text = "Mixed Case";
    std::use_facet<std::ctype<char>>(classic).tolower(&text[0], &text[0] + text.size());
    const auto &collate = std::use_facet<std::collate<char>>(classic);
    show("facets", text, collate.compare(&text[0], &text[1], &text[1], &text[2]));
    std::ostringstream out;
    out.imbue(std::locale(classic, new Money));
    const auto &put = std::use_facet<std::money_put<char>>(out.getloc());
    out << std::showbase;
    put.put(out, false, out, ' ', 123456789.0L);
    show("money", out.str());
    std::tm time{};
    time.tm_year = 124, time.tm_mon = 1, time.tm_mday = 29, time.tm_hour = 13, time.tm_wday = 4;
    out.str("");
    const std::string format = "%Y-%m-%d %H:%M %a %B";
    std::use_facet<std::time_put<char>>(classic).put(out, out, ' ', &time, &format[0], &format[0] + format.size());
    show("time", out.str());
    std::istringstream in("2023-11-05");
    std::tm read{};
    std::ios::iostate state{};
    const std::string pattern = "%Y-%m-%d";
    std::use_facet<std::time_get<char>>(classic).get(std::istreambuf_iterator<char>(in), {}, in, state, &read,
        &pattern[0], &pattern[0] + pattern.size());
    show("read", read.tm_year, read.tm_mon, read.tm_mday);
    try {
        show("own", std::use_facet<Own>(std::locale(classic, new Own)).answer(), std::has_facet<Own>(classic));
        std::use_facet<Own>(classic);
    } catch (const std::bad_cast &) {
        show("facet", "absent");
    }
    std::mbstate_t shift{};
    wchar_t wide[4];
    const char *from;
    wchar_t *to;
    const char ascii[] = "ok";
    const auto &widened = std::use_facet<std::codecvt<wchar_t, char, std::mbstate_t>>(classic);
    widened.in(shift, ascii, ascii + 2, from, wide, wide + 4, to);
    show("codecvt", to - wide, from - ascii, wide[1] == L'k');
}

static void use_regex() {
    const std::string log = "2024-02-29 error: disk 42 full\n2024-03-01 info: ok";
    const std::regex date(R"((\d{4})-(\d\d)-(\d\d))");
    std::smatch match;
    show("regex", std::regex_search(log, match, date), match[1], match.position(2), match.suffix().length(),
         match.size());
    for (std::sregex_iterator it(log.begin(), log.end(), date), end; it != end; ++it)
        show("each", it->str(), it->str(3));
    show("replaced", std::regex_replace(std::string("a1b22"), std::regex("[0-9]+"), "<$&>"),
         std::regex_replace(std::string("john smith"), std::regex("(\\w+) (\\w+)"), "$2, $1"));
    show("matched", std::regex_match("AbC", std::regex("abc", std::regex::icase)),
         std::regex_match("aab", std::regex("(a*)(ab)")),
         std::regex_match("abab", std::regex("(ab)\\1")), std::regex_search("foobar", std::regex("foo(?!bar)")));
    const std::regex comma(",");
    const std::string list = "x,yy,,z";
    for (std::sregex_token_iterator it(list.begin(), list.end(), comma, -1), end; it != end; ++it)
        show("field", it->length(), it->str());
    show("grammars", std::regex_match("a+", std::regex("a+", std::regex::basic)),
         std::regex_match("aa", std::regex("a+", std::regex::extended)),
         std::regex_match("x", std::regex("[[:alpha:]]", std::regex::grep)));
    try {
        std::regex broken("(");
    } catch (const std::regex_error &problem) {
        show("error", problem.code() == std::regex_constants::error_paren);
    }
}

int main() {
    use_string();
    use_string_view();
    use_charconv();
    use_codecvt();
    use_locale();
    use_regex();
}
