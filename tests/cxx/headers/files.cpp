// Files, and the folders that they are in.
// standard: c++17
// directory: /data
#include "show.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

static void use_fstream() {
    const std::string name = "numbers.txt";
    std::ofstream out(name);
    for (int n = 0; n < 1000; ++n)
        out << n << '\n';
    out.close();
    std::ifstream in(name, std::ios::binary | std::ios::ate);
    show("fstream", in.tellg(), in.is_open());
    in.seekg(10);
    int n = 0, count = 0;
    long total = 0;
    while (in >> n)
        total += n, ++count;
    show("read", total, count, in.eof());
    std::fstream both(name, std::ios::in | std::ios::out);
    both.seekp(-4, std::ios::end);
    both << "XYZ";
    both.seekg(-8, std::ios::end);
    std::string first, second;
    both >> first >> second;
    show("both", first, second);
    std::filebuf buffer;
    show("filebuf", buffer.open(name, std::ios::app | std::ios::out) != nullptr, buffer.sputn("end", 3),
         buffer.close() != nullptr,
         buffer.is_open());
    std::ifstream moved = std::ifstream(fs::path(name));
    std::string line;
    std::getline(moved.seekg(-4, std::ios::end), line);
    show("moved", line, std::ifstream("/no/such/file").fail());
    std::wofstream("wide.txt") << L"wide " << 5;
    std::wifstream wide("wide.txt");
    std::wstring word;
    wide >> word;
    show("wide", word == L"wide", fs::file_size("wide.txt"));
}

static std::string names(const fs::path &folder) {
    std::vector<std::string> found;
    for (const auto &entry : fs::directory_iterator(folder))
        found.push_back(entry.path().filename().string() + (entry.is_directory() ? "/" : ""));
    std::sort(found.begin(), found.end());
    std::string all;
    for (const auto &name : found)
        all += name + ' ';
    return all;
}

static void use_filesystem() {
    show("filesystem", fs::create_directories("tree/one/two"), names("."), names("tree"));
    std::ofstream("tree/file") << "12345";
    fs::copy("tree", "copy", fs::copy_options::recursive);
    fs::rename("copy/file", "copy/renamed");
    fs::resize_file("copy/renamed", 2);
    show("copied", names("copy"), fs::file_size("copy/renamed"), fs::is_empty("copy/one/two"),
         fs::is_empty("tree/file"));
    std::error_code error;
    fs::remove("copy", error);
    show("errors", error == std::errc::directory_not_empty, fs::exists("none", error),
         fs::file_size("none", error) == std::uintmax_t(-1),
         error == std::errc::no_such_file_or_directory);
    int entries = 0, depth = 0;
    for (fs::recursive_directory_iterator it("tree"), end; it != end; ++it, ++entries)
        depth = std::max(depth, it.depth());
    show("walked", entries, depth);
    show("status", fs::status("tree").type() == fs::file_type::directory, fs::is_regular_file("tree/file"),
         fs::equivalent("tree/file", "tree/one/../file"), fs::status("none").type() == fs::file_type::not_found);
    const fs::path path = "a/./b/../c.tar.gz";
    show("path", path.lexically_normal().generic_string(), path.stem().string(), path.extension().string(),
         (fs::path("x") / "/y").string(), fs::path("/a/b").lexically_relative("/a/c").string());
    fs::path other = "folder/name.txt";
    other.replace_extension("md").replace_filename("other");
    show("replaced", other.string(), other.has_extension(), other < path, fs::path("a//b") == fs::path("a/b"));
    show("removed", fs::remove_all("tree"), fs::remove_all("copy"), names("."));
    try {
        fs::directory_iterator("none");
    } catch (const fs::filesystem_error &problem) {
        show("thrown", problem.path1().string(), problem.code() == std::errc::no_such_file_or_directory);
    }
}

int main(int argc, char **argv) {
    fs::current_path(argc > 1 ? argv[1] : "/data");
    use_fstream();
    use_filesystem();
}
