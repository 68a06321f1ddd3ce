/* Runs PNaCl code as a part of a program in C++: offers it a function, calls one of its own, runs
 * a whole program, and if one of the browser is named, posts it a message.
 *
 *   cargo rustc -p pinnacle-capi --profile capi --crate-type cdylib
 *   c++ -std=c++17 -I crates/capi/include examples/c++/embed.cpp -L target/capi -lpinnacle_capi \
 *       -o embed
 *   LD_LIBRARY_PATH=target/capi ./embed examples/c/journal.pnasm examples/hello.pnasm
 */

#include <fstream>
#include <iostream>
#include <iterator>

#include "pinnacle.hpp"

/* Reads a file of PNaClAsm and assembles it. */
static pinnacle::Program assemble(const char *path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return pinnacle::Program(pinnacle::assemble(text));
}

static void run(int argc, char **argv) {
    std::vector<std::string> journal;
    pinnacle::Linker linker;
    linker.function<void(uint32_t, uint32_t)>(
        "journal.log", [&](pinnacle::Caller caller, uint32_t address, uint32_t length) {
            if (journal.size() == 2)
                throw std::length_error("the journal is full");
            journal.push_back(caller.text(address, length));
        });
    pinnacle::Instance instance(linker, assemble(argv[1]));
    for (int32_t count : {10, 20}) {
        const auto sum = instance.call<int32_t>("sum", count);
        std::cout << "sum(" << count << ") = " << sum << ", journal: " << journal.back() << '\n';
    }
    try {
        instance.call<int32_t>("sum", int32_t{30});
    } catch (const pinnacle::Error &error) {
        std::cout << "code " << error.code() << '\n';
    }

    const pinnacle::Output output = assemble(argv[2]).run({"hello"});
    std::cout << "status " << output.exit_status << ", output: " << output.output;

    if (argc > 3) {
        pinnacle::Page page(argv[3]);
        for (const std::string &message : page.post("\"Ada\"").run().messages())
            std::cout << message << '\n';
        std::cout << "a picture of " << page.picture().size() << " bytes\n";
    }
}

int main(int argc, char **argv) {
    if (argc < 3) {
        std::cerr << "usage: " << argv[0] << " JOURNAL.pnasm HELLO.pnasm [PAGE]\n";
        return 1;
    }
    try {
        run(argc, argv);
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
