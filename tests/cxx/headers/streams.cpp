// Streams: their buffers, states, manipulators, and what they are connected to.
// standard: c++20
#include "show.hpp"

#include <iomanip>
#include <ios>
#include <iosfwd>
#include <iostream>
#include <istream>
#include <iterator>
#include <limits>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <strstream>
#include <syncstream>
#include <thread>
#include <utility>

struct Celsius;
std::ostream &operator<<(std::ostream &, const Celsius &);

struct Celsius {
    double degrees;
};

std::ostream &operator<<(std::ostream &out, const Celsius &value) { return out << value.degrees << 'C'; }

static void use_iosfwd() {
    std::wostringstream *wide = nullptr;
    std::streampos place(5);
    show("iosfwd", Celsius{21.5}, wide == nullptr, place - std::streampos(2));
}

static void use_ios() {
    std::ostringstream out;
    auto before = out.setf(std::ios::hex | std::ios::showbase, std::ios::basefield | std::ios::showbase);
    out << 255 << ' ';
    out.flags(before);
    out.precision(3);
    out << std::scientific << 12345.678 << ' ' << std::fixed << 2.0 << ' ' << std::hexfloat << 1.5 << std::defaultfloat;
    show("ios", out.str(), out.good(), out.precision());
    out.width(6);
    out.fill('*');
    out.str("");
    out << std::left << 42 << '|' << std::internal << std::showpos;
    out.width(6);
    out << 42 << std::uppercase << std::hex << ' ' << 48879;
    show("padded", out.str(), out.fill());
    static const int slot = std::ios::xalloc();
    out.iword(slot) = 17;
    std::ostringstream copy;
    copy.copyfmt(out);
    show("slots", copy.iword(slot), copy.flags() == out.flags());
    int called = 0;
    out.pword(slot) = &called;
    out.register_callback([](std::ios_base::event event, std::ios_base &stream, int index) {
        if (event == std::ios_base::imbue_event)
            ++*static_cast<int *>(stream.pword(index));
    }, slot);
    out.imbue(std::locale());
    show("callback", called);
    std::istringstream in("x");
    in.exceptions(std::ios::failbit);
    try {
        int number;
        in >> number;
    } catch (const std::ios_base::failure &problem) {
        show("failure", in.fail(), problem.code() == std::io_errc::stream);
    }
}

static void use_iostream() {
    std::stringstream captured;
    std::streambuf *own = std::cout.rdbuf(captured.rdbuf());
    std::cout << "captured " << 1;
    std::cout.rdbuf(own);
    show("iostream", captured.str(), std::cin.tie() == &std::cout, std::cerr.flags() & std::ios::unitbuf ? 1 : 0);
    std::clog << "not compared\n";
    std::iostream both(captured.rdbuf());
    std::string word;
    both >> word;
    both.clear();
    both << " more";
    show("both", word, captured.str());
}

static void use_istream() {
    std::istringstream in("12 0x1f 3.5e2 true word   \n rest of line\nab:cd");
    int decimal = 0, hexadecimal = 0;
    double real = 0;
    bool flag = false;
    std::string word, line;
    in >> decimal >> std::hex >> hexadecimal >> std::dec >> real >> std::boolalpha >> flag >> word >> std::ws;
    std::getline(in, line);
    show("istream", decimal, hexadecimal, real, flag, word, line);
    char part[8];
    in.getline(part, sizeof(part), ':');
    show("getline", part, in.gcount(), static_cast<char>(in.peek()), in.tellg());
    in.unget();
    show("unget", static_cast<char>(in.get()), static_cast<char>(in.get()));
    in.putback('q');
    show("read", in.fail() || in.bad(), in.rdstate() == std::ios::goodbit);
    in.clear();
    in.seekg(-2, std::ios::end);
    show("readsome", in.readsome(part, 8), part[0], in.get() == std::char_traits<char>::eof(), in.eof());
    std::istringstream skipped("skip#me");
    skipped.ignore(std::numeric_limits<std::streamsize>::max(), '#');
    skipped >> word;
    std::istringstream large("99999999999999");
    int overflown = 0;
    large >> overflown;
    show("overflow", word, overflown == std::numeric_limits<int>::max(), large.fail());
}

static void use_ostream() {
    std::ostringstream out;
    out.put('p').write("abcdef", 3) << ' ' << true << ' ' << -1L << ' ' << 7ull << ' ' << 'c' << ' '
                                    << static_cast<unsigned char>('u') << std::ends << std::flush << std::endl;
    show("ostream", out.tellp(), out.str().find('\0') != std::string::npos, out.str().substr(0, 10));
    out.seekp(0);
    out << 'P';
    show("seekp", out.str().substr(0, 4));
    std::ostringstream().swap(out);
    out << Celsius{3} << std::ostringstream("moved").str();
    show("own", out.str());
    std::ostream none(nullptr);
    none << "lost";
    show("none", none.bad());
}

// Makes capitals, and counts what passes.
class Capitals : public std::streambuf {
    std::streambuf *target;
    int count = 0;

    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof()))
            return traits_type::not_eof(c);
        ++count;
        return target->sputc(c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : static_cast<char>(c));
    }

  public:
    explicit Capitals(std::streambuf *target) : target(target) {}
    int passed() const { return count; }
};

// Gives the numbers from one on, a few characters at a time.
class Numbers : public std::streambuf {
    std::string part;
    int next = 0;

    int_type underflow() override {
        if (next == 5)
            return traits_type::eof();
        part = std::to_string(++next * 111) + ' ';
        setg(&part[0], &part[0], &part[0] + part.size());
        return traits_type::to_int_type(*gptr());
    }
};

static void use_streambuf() {
    std::ostringstream target;
    Capitals buffer(target.rdbuf());
    std::ostream out(&buffer);
    out << "capital " << 42 << std::setw(5) << 'x';
    show("streambuf", target.str(), buffer.passed());
    Numbers numbers;
    std::istream in(&numbers);
    int sum = 0, n;
    while (in >> n)
        sum += n;
    show("underflow", sum, in.eof());
    std::stringbuf direct("direct");
    show("direct", static_cast<char>(direct.sgetc()), static_cast<char>(direct.snextc()), direct.in_avail(),
         static_cast<char>(direct.sbumpc()), direct.sputn("XY", 2), direct.str());
    show("copied", std::string(std::istreambuf_iterator<char>(&direct), {}));
}

static void use_sstream() {
    std::stringstream both("start", std::ios::in | std::ios::out | std::ios::ate);
    both << " end " << 1.25;
    std::string one, two;
    both >> one >> two;
    show("sstream", one, two, both.str(), both.view().size());
    std::istringstream moved = std::istringstream("10 20");
    int a = 0, b = 0;
    moved >> a >> b;
    std::wstringstream wide;
    wide << L"w" << 5;
    show("wide", a + b, wide.str().size(), wide.str()[1] == L'5', (std::ostringstream() << 8).str());
}

static void use_iomanip() {
    std::ostringstream out;
    out << std::setw(6) << std::setfill('0') << 42 << ' ' << std::setprecision(3) << 3.14159 << ' '
        << std::setbase(8) << 64 << ' ' << std::quoted("a \"b\"") << ' ' << std::setiosflags(std::ios::showpoint) << 2.0
        << std::resetiosflags(std::ios::showpoint);
    show("iomanip", out.str());
    std::tm time{};
    time.tm_year = 99, time.tm_mon = 11, time.tm_mday = 31;
    out.str("");
    out << std::dec << std::put_time(&time, "%d.%m.%Y");
    std::istringstream in("\"two words\" 1970-05-06 12345");
    std::string quoted;
    std::tm read{};
    long double money = 0;
    in >> std::quoted(quoted) >> std::get_time(&read, "%Y-%m-%d") >> std::get_money(money);
    show("read", out.str(), quoted, read.tm_mon, read.tm_mday, static_cast<int>(money));
}

static void use_strstream() {
    std::ostrstream out;
    out << "old " << 98 << std::ends;
    show("strstream", out.str(), out.pcount());
    out.freeze(false);
    char text[] = "7 words";
    std::istrstream in(text);
    int number = 0;
    std::string word;
    in >> number >> word;
    char fixed[8];
    std::ostrstream bounded(fixed, sizeof(fixed));
    bounded << "0123456789";
    show("bounded", number, word, bounded.fail(), std::string(fixed, 8));
}

static void use_syncstream() {
    std::ostringstream target;
    {
        std::osyncstream out(target);
        out << "held";
        show("syncstream", target.str().empty(), out.get_wrapped() == target.rdbuf());
        out.emit();
        out << " then more" << std::flush;
        show("flushed", target.str());
        out.emit();
        show("emitted", target.str());
    }
    std::ostringstream lines;
    std::thread threads[4];
    for (auto &thread : threads)
        thread = std::thread([&lines] {
            for (int n = 0; n < 50; ++n)
                std::osyncstream(lines) << "a " << "whole " << "line\n";
        });
    for (auto &thread : threads)
        thread.join();
    std::istringstream in(lines.str());
    std::string line;
    int whole = 0;
    while (std::getline(in, line))
        whole += line == "a whole line";
    show("whole", whole);
}

int main() {
    use_iosfwd();
    use_ios();
    use_iostream();
    use_istream();
    use_ostream();
    use_streambuf();
    use_sstream();
    use_iomanip();
    use_strstream();
    use_syncstream();
}
