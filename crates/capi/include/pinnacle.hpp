/* Pinnacle for C++17: handles that free themselves, errors that are thrown, functions of the host
 * as lambdas. Everything is inline; link with the library of pinnacle.h. */

#ifndef PINNACLE_HPP
#define PINNACLE_HPP

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pinnacle.h"

namespace pinnacle {

/* An error of the library: its text, its code (PINNACLE_ERROR_*) and its number. */
class Error : public std::runtime_error {
public:
    Error(std::string message, std::uint32_t code, std::int32_t number)
        : std::runtime_error(std::move(message)), code_(code), number_(number) {}

    std::uint32_t code() const noexcept { return code_; }
    std::int32_t number() const noexcept { return number_; }

private:
    std::uint32_t code_;
    std::int32_t number_;
};

namespace detail {

/* Throws an error, if there is one. */
inline void check(pinnacle_error_t *error) {
    if (!error)
        return;
    std::unique_ptr<pinnacle_error_t, void (*)(pinnacle_error_t *)> owned(error,
                                                                          pinnacle_error_free);
    throw Error(pinnacle_error_message(error), pinnacle_error_code(error),
                pinnacle_error_number(error));
}

/* Frees a handle by a function. */
template <auto Free> struct Deleter {
    template <typename T> void operator()(T *handle) const noexcept { Free(handle); }
};

/* Bytes of the library, until they are copied. */
class Bytes {
public:
    Bytes() = default;
    Bytes(const Bytes &) = delete;
    Bytes &operator=(const Bytes &) = delete;
    ~Bytes() { pinnacle_bytes_free(&bytes_); }

    pinnacle_bytes_t *out() noexcept { return &bytes_; }
    bool is_none() const noexcept { return !bytes_.data; }
    std::string string() const { return view() ? std::string(*view()) : std::string(); }
    std::vector<std::uint8_t> vector() const {
        return is_none() ? std::vector<std::uint8_t>()
                         : std::vector<std::uint8_t>(bytes_.data, bytes_.data + bytes_.size);
    }

private:
    std::optional<std::string_view> view() const {
        if (is_none())
            return std::nullopt;
        return std::string_view(reinterpret_cast<const char *>(bytes_.data), bytes_.size);
    }

    pinnacle_bytes_t bytes_{nullptr, 0};
};

/* The type of the library for a type of C++, and both ways between values of them. */
template <typename T> struct Scalar;

template <> struct Scalar<std::int32_t> {
    static constexpr std::uint32_t kind = PINNACLE_I32;
    static void put(pinnacle_number_t &to, std::int32_t value) noexcept { to.i32 = value; }
    static std::int32_t get(const pinnacle_number_t &from) noexcept { return from.i32; }
};

template <> struct Scalar<std::uint32_t> {
    static constexpr std::uint32_t kind = PINNACLE_I32;
    static void put(pinnacle_number_t &to, std::uint32_t value) noexcept {
        to.i32 = static_cast<std::int32_t>(value);
    }
    static std::uint32_t get(const pinnacle_number_t &from) noexcept {
        return static_cast<std::uint32_t>(from.i32);
    }
};

template <> struct Scalar<std::int64_t> {
    static constexpr std::uint32_t kind = PINNACLE_I64;
    static void put(pinnacle_number_t &to, std::int64_t value) noexcept { to.i64 = value; }
    static std::int64_t get(const pinnacle_number_t &from) noexcept { return from.i64; }
};

template <> struct Scalar<float> {
    static constexpr std::uint32_t kind = PINNACLE_F32;
    static void put(pinnacle_number_t &to, float value) noexcept { to.f32 = value; }
    static float get(const pinnacle_number_t &from) noexcept { return from.f32; }
};

template <> struct Scalar<double> {
    static constexpr std::uint32_t kind = PINNACLE_F64;
    static void put(pinnacle_number_t &to, double value) noexcept { to.f64 = value; }
    static double get(const pinnacle_number_t &from) noexcept { return from.f64; }
};

template <typename T> pinnacle_value_t value(T number) noexcept {
    pinnacle_value_t made{};
    made.kind = Scalar<T>::kind;
    Scalar<T>::put(made.of, number);
    return made;
}

template <typename T> constexpr std::uint32_t kind_of() noexcept {
    if constexpr (std::is_void_v<T>)
        return PINNACLE_VOID;
    else
        return Scalar<T>::kind;
}

} // namespace detail

/* Returns the version of the library. */
inline std::string version() { return pinnacle_version(); }

/* The errors of a file: their number, and a line for each. */
struct Report {
    std::size_t errors = 0;
    std::string text;
};

/* Checks a file by every rule. */
inline Report verify(const std::vector<std::uint8_t> &file) {
    Report report;
    detail::Bytes text;
    detail::check(pinnacle_verify(file.data(), file.size(), &report.errors, text.out()));
    report.text = text.string();
    return report;
}

/* Prints a file as PNaClAsm. */
inline std::string print(const std::vector<std::uint8_t> &file,
                         std::uint32_t form = PINNACLE_PRINT_ASSEMBLY) {
    detail::Bytes text;
    detail::check(pinnacle_print(file.data(), file.size(), form, text.out()));
    return text.string();
}

/* Assembles PNaClAsm to the bytes of a file. */
inline std::vector<std::uint8_t> assemble(std::string_view text) {
    detail::Bytes file;
    detail::check(pinnacle_assemble(text.data(), text.size(), file.out()));
    return file.vector();
}

/* The result of a whole program. */
struct Output {
    int exit_status = 0;
    std::string output;
    std::string error_output;
};

/* A verified program. */
class Program {
public:
    explicit Program(const std::vector<std::uint8_t> &file) {
        pinnacle_program_t *program = nullptr;
        detail::check(pinnacle_program_read(file.data(), file.size(), &program));
        handle_.reset(program);
    }

    /* Translates it to WebAssembly. */
    std::vector<std::uint8_t> translate() const {
        detail::Bytes wasm;
        detail::check(pinnacle_program_translate(handle_.get(), wasm.out()));
        return wasm.vector();
    }

    /* Runs it from its start to its end. */
    Output run(const std::vector<std::string> &arguments = {}, std::string_view input = {},
               const pinnacle_config_t &config = {}) const {
        std::vector<const char *> pointers;
        for (const std::string &argument : arguments)
            pointers.push_back(argument.c_str());
        pinnacle_run_options_t options{};
        options.config = config;
        options.arguments = pointers.data();
        options.argument_count = pointers.size();
        options.input = reinterpret_cast<const std::uint8_t *>(input.data());
        options.input_size = input.size();
        pinnacle_run_result_t result;
        pinnacle_error_t *error = pinnacle_program_run(handle_.get(), &options, &result);
        detail::Bytes output, error_output;
        *output.out() = result.output;
        *error_output.out() = result.error_output;
        detail::check(error);
        return {result.exit_status, output.string(), error_output.string()};
    }

    const pinnacle_program_t *get() const noexcept { return handle_.get(); }

private:
    std::unique_ptr<pinnacle_program_t, detail::Deleter<pinnacle_program_free>> handle_;
};

/* The program that calls a function of the host; valid during that call. */
class Caller {
public:
    explicit Caller(pinnacle_caller_t *handle) noexcept : handle_(handle) {}

    /* Reads a text of the program's memory. */
    std::string text(std::uint32_t address, std::size_t length) const {
        std::string text(length, '\0');
        detail::check(pinnacle_caller_read(
            handle_, address, reinterpret_cast<std::uint8_t *>(text.data()), length));
        return text;
    }

    /* Writes to the program's memory. */
    void write(std::uint32_t address, const std::vector<std::uint8_t> &bytes) const {
        detail::check(pinnacle_caller_write(handle_, address, bytes.data(), bytes.size()));
    }

private:
    pinnacle_caller_t *handle_;
};

/* The functions that programs are offered. */
class Linker {
public:
    Linker() : handle_(pinnacle_linker_new()) {}

    /* Offers the operating system of programs that are commands. */
    void irt() { detail::check(pinnacle_linker_irt(handle_.get())); }

    /* Offers a function called `interface.function`, by its type: `function<void(int32_t)>`. An
     * exception that it throws stops the program, and comes back from the call of the program: as
     * it was if it is an `Error`, else with its text. */
    template <typename Signature, typename F> void function(const std::string &name, F run) {
        offer(name, std::move(run), static_cast<Signature *>(nullptr));
    }

    const pinnacle_linker_t *get() const noexcept { return handle_.get(); }

private:
    template <typename F, typename R, typename... P>
    void offer(const std::string &name, F run, R (*)(P...)) {
        auto data = std::make_unique<F>(std::move(run));
        const std::vector<std::uint32_t> kinds{detail::Scalar<P>::kind...};
        auto call = [](void *data, pinnacle_caller_t *caller, const pinnacle_value_t *arguments,
                       std::size_t, pinnacle_value_t *result) noexcept -> pinnacle_error_t * {
            try {
                invoke<F, R, P...>(*static_cast<F *>(data), Caller(caller), arguments, result,
                                   std::index_sequence_for<P...>());
                return nullptr;
            } catch (const Error &error) {
                return pinnacle_error_new(error.number(), error.what());
            } catch (const std::exception &error) {
                return pinnacle_error_new(0, error.what());
            } catch (...) {
                return pinnacle_error_new(0, "an exception without a text");
            }
        };
        auto drop = [](void *data) noexcept { delete static_cast<F *>(data); };
        detail::check(pinnacle_linker_function(handle_.get(), name.c_str(), kinds.data(),
                                               kinds.size(), detail::kind_of<R>(), call, data.get(),
                                               drop));
        data.release();
    }

    template <typename F, typename R, typename... P, std::size_t... I>
    static void invoke(F &run, Caller caller, const pinnacle_value_t *arguments,
                       pinnacle_value_t *result, std::index_sequence<I...>) {
        (void)arguments;
        if constexpr (std::is_void_v<R>) {
            (void)result;
            run(caller, detail::Scalar<P>::get(arguments[I].of)...);
        } else {
            *result = detail::value<R>(run(caller, detail::Scalar<P>::get(arguments[I].of)...));
        }
    }

    std::unique_ptr<pinnacle_linker_t, detail::Deleter<pinnacle_linker_free>> handle_;
};

/* A program in memory whose functions are called. */
class Instance {
public:
    Instance(const Linker &linker, const Program &program, const pinnacle_config_t &config = {}) {
        pinnacle_instance_t *instance = nullptr;
        detail::check(pinnacle_instance_new(linker.get(), program.get(), &config, &instance));
        handle_.reset(instance);
    }

    /* Runs the constructors of a library, which has no main. */
    void initialize() { detail::check(pinnacle_instance_initialize(handle_.get())); }

    /* Calls a function: `call<int32_t>("add", 1, 2)`. */
    template <typename R, typename... P> R call(const std::string &name, P... arguments) {
        const std::vector<pinnacle_value_t> values{detail::value<P>(arguments)...};
        pinnacle_value_t result{};
        detail::check(pinnacle_instance_call(handle_.get(), name.c_str(), values.data(),
                                             values.size(), &result));
        if (result.kind != detail::kind_of<R>())
            throw Error(name + " returns another type", PINNACLE_ERROR_TYPE, 0);
        if constexpr (!std::is_void_v<R>)
            return detail::Scalar<R>::get(result.of);
    }

    /* Returns the address of a global variable. */
    std::uint32_t global(const std::string &name) const {
        std::uint32_t address = 0;
        detail::check(pinnacle_instance_global(handle_.get(), name.c_str(), &address));
        return address;
    }

    /* Reads the program's memory. */
    std::vector<std::uint8_t> read(std::uint32_t address, std::size_t size) {
        std::vector<std::uint8_t> bytes(size);
        detail::check(pinnacle_instance_read(handle_.get(), address, bytes.data(), size));
        return bytes;
    }

    /* Writes to the program's memory. */
    void write(std::uint32_t address, const std::vector<std::uint8_t> &bytes) {
        detail::check(pinnacle_instance_write(handle_.get(), address, bytes.data(), bytes.size()));
    }

private:
    std::unique_ptr<pinnacle_instance_t, detail::Deleter<pinnacle_instance_free>> handle_;
};

/* A page without a screen, with a program of the browser in it. */
class Page {
public:
    explicit Page(const std::string &path, const pinnacle_page_options_t &options = {}) {
        pinnacle_page_t *page = nullptr;
        detail::check(pinnacle_page_open(path.c_str(), &options, &page));
        handle_.reset(page);
    }

    /* Posts a message in JSON. */
    Page &post(const std::string &json) {
        detail::check(pinnacle_page_post(handle_.get(), json.c_str()));
        return *this;
    }

    /* Adds what a user does, as lines of a script. */
    Page &act(const std::string &script) {
        detail::check(pinnacle_page_act(handle_.get(), script.c_str()));
        return *this;
    }

    /* Runs the program until it has nothing left to do, at most for some of its milliseconds. */
    Page &run(std::uint32_t milliseconds = 0) {
        detail::check(pinnacle_page_run(handle_.get(), milliseconds));
        return *this;
    }

    /* Takes the messages that the program has posted, each in JSON. */
    std::vector<std::string> messages() {
        std::vector<std::string> messages;
        for (;;) {
            detail::Bytes json;
            detail::check(pinnacle_page_message(handle_.get(), json.out()));
            if (json.is_none())
                return messages;
            messages.push_back(json.string());
        }
    }

    /* Returns what the element shows now, as a PNG file. */
    std::vector<std::uint8_t> picture() const {
        detail::Bytes png;
        detail::check(pinnacle_page_picture(handle_.get(), png.out()));
        return png.vector();
    }

private:
    std::unique_ptr<pinnacle_page_t, detail::Deleter<pinnacle_page_free>> handle_;
};

} // namespace pinnacle

#endif
