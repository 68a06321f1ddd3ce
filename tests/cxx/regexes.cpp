// Regular expressions in several grammars.
#include <iostream>
#include <regex>
#include <string>

int main() {
    std::regex mail("([a-z0-9._]+)@([a-z]+)\\.(org|com)");
    std::string text = "write to one@example.org, or two.three@other.com; not to four@x.net";
    for (std::sregex_iterator next(text.begin(), text.end(), mail), end; next != end; ++next)
        std::cout << next->str() << ' ' << (*next)[1] << ' ' << (*next)[2] << ' ' << next->position() << '\n';
    std::cout << std::regex_replace(text, mail, "<$2:$1>") << '\n';
    std::smatch match;
    std::cout << std::regex_match(std::string("2024-02-29"), std::regex("(\\d{4})-(\\d\\d)-(\\d\\d)")) << '\n';
    std::cout << std::regex_search(text, match, std::regex("T(WO)", std::regex::icase)) << ' ' << match.prefix().length()
              << '\n';
    std::cout << std::regex_match("aab", std::regex("a\\{2\\}b", std::regex::basic)) << '\n';
    std::cout << std::regex_match("ab12 _", std::regex("[[:alpha:]]+[[:digit:]]+[[:space:]]\\w")) << '\n';
    std::cout << std::regex_search("foobar", std::regex("foo(?=bar)")) << std::regex_search("foobaz", std::regex("foo(?!baz)"))
              << '\n';
    std::cout << std::regex_match("abcabc", std::regex("(abc)\\1")) << '\n';
    std::string words = "a, b;c  d";
    std::regex gap("[,; ]+");
    for (std::sregex_token_iterator next(words.begin(), words.end(), gap, -1), end; next != end; ++next)
        std::cout << '[' << *next << ']';
    std::cout << '\n';
    try {
        std::regex("(unclosed");
    } catch (const std::regex_error &error) {
        std::cout << (error.code() == std::regex_constants::error_paren) << '\n';
    }
}
