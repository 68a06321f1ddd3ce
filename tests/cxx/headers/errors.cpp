// Exceptions, their types, and the errors of the system.
// standard: c++17
#include "show.hpp"

#include <cerrno>
#include <exception>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

template <class Error> static void thrown(const char *name) {
    try {
        throw Error(std::string("of ") + name);
    } catch (const std::exception &problem) {
        show(name, problem.what(), typeid(problem) == typeid(Error),
             dynamic_cast<const std::logic_error *>(&problem) != nullptr);
    }
}

static void use_stdexcept() {
    thrown<std::logic_error>("logic_error");
    thrown<std::domain_error>("domain_error");
    thrown<std::invalid_argument>("invalid_argument");
    thrown<std::length_error>("length_error");
    thrown<std::out_of_range>("out_of_range");
    thrown<std::runtime_error>("runtime_error");
    thrown<std::range_error>("range_error");
    thrown<std::overflow_error>("overflow_error");
    thrown<std::underflow_error>("underflow_error");
    const std::runtime_error one(std::string(100, 'x')), copy(one);
    show("copied", std::string(copy.what()).size());
}

struct Noted {
    std::string *notes;
    const char *name;
    ~Noted() { *notes += name + std::to_string(std::uncaught_exceptions()); }
};

static void causes(const std::exception &problem, std::string &text) {
    text += problem.what();
    try {
        std::rethrow_if_nested(problem);
    } catch (const std::exception &inner) {
        text += " because ";
        causes(inner, text);
    }
}

static void use_exception() {
    std::string notes;
    try {
        Noted outer{&notes, "outer"};
        { Noted quiet{&notes, "quiet"}; }
        throw 5;
    } catch (...) {
        notes += std::to_string(std::uncaught_exceptions());
    }
    show("exception", notes);
    std::exception_ptr kept;
    show("none", kept == nullptr, std::current_exception() == nullptr);
    try {
        throw std::runtime_error("kept");
    } catch (...) {
        kept = std::current_exception();
    }
    for (int n = 0; n < 2; ++n)
        try {
            std::rethrow_exception(kept);
        } catch (const std::runtime_error &problem) {
            show("rethrown", problem.what());
        }
    std::string text;
    try {
        try {
            try {
                throw std::out_of_range("inner");
            } catch (...) {
                std::throw_with_nested(std::runtime_error("middle"));
            }
        } catch (...) {
            std::throw_with_nested(std::logic_error("outer"));
        }
    } catch (const std::exception &problem) {
        causes(problem, text);
    }
    show("nested", text);
    try {
        std::rethrow_exception(std::make_exception_ptr(42));
    } catch (int number) {
        show("made", number);
    }
    auto before = std::set_terminate([] { std::_Exit(3); });
    show("terminate", std::get_terminate() != before, std::string(std::bad_exception().what()).empty());
    std::set_terminate(before);
}

enum class Fault { none, small, large };

namespace std {
template <> struct is_error_code_enum<Fault> : true_type {};
} // namespace std

struct Faults : std::error_category {
    const char *name() const noexcept override { return "faults"; }
    std::string message(int value) const override { return value == 1 ? "small fault" : "large fault"; }
    std::error_condition default_error_condition(int value) const noexcept override {
        return value == 2 ? std::errc::io_error : std::error_condition(value, *this);
    }
};

static const Faults &faults() {
    static const Faults own;
    return own;
}

static std::error_code make_error_code(Fault fault) { return {static_cast<int>(fault), faults()}; }

static void use_system_error() {
    std::error_code code = Fault::large;
    show("system_error", code, code.message(), code == std::errc::io_error, bool(code),
         std::error_code(Fault::small) < code);
    std::error_code system(ENOENT, std::generic_category());
    show("generic", system == std::errc::no_such_file_or_directory, system.category().name(), system.message(),
         std::system_category().name(), std::make_error_condition(std::errc::timed_out).value() == ETIMEDOUT);
    try {
        throw std::system_error(Fault::small, "while trying");
    } catch (const std::system_error &problem) {
        show("thrown", problem.what(), problem.code().value());
    }
    code.clear();
    code.assign(EACCES, std::system_category());
    show("assigned", code == std::errc::permission_denied,
         code.default_error_condition() == std::errc::permission_denied,
         std::hash<std::error_code>()(code) == std::hash<std::error_code>()(code));
}

int main() {
    use_stdexcept();
    use_exception();
    use_system_error();
}
