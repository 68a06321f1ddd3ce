// Files and folders below a folder that the program is given.
// standard: c++17
// directory: /data
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

void list(const fs::path &folder) {
    std::vector<std::string> names;
    for (const auto &entry : fs::recursive_directory_iterator(folder))
        names.push_back(entry.path().lexically_relative(folder).generic_string() + (entry.is_directory() ? "/" : ""));
    std::sort(names.begin(), names.end());
    for (const auto &name : names)
        std::cout << name << ' ';
    std::cout << '\n';
}

int main(int argc, char **argv) {
    const fs::path root = argc > 1 ? argv[1] : "/data";
    fs::current_path(root);
    std::cout << fs::create_directories("a/b/c") << fs::create_directory("a") << '\n';
    {
        std::ofstream out("a/one.txt");
        out << "line one\nline two\n" << 42 << '\n';
    }
    std::cout << fs::exists("a/one.txt") << fs::is_directory("a") << fs::is_regular_file("a/one.txt")
              << fs::exists("none") << ' ' << fs::file_size("a/one.txt") << '\n';
    std::ifstream in("a/one.txt");
    std::string line;
    int lines = 0;
    while (std::getline(in, line))
        ++lines;
    std::cout << lines << ' ' << line << '\n';
    {
        std::fstream both("a/one.txt", std::ios::in | std::ios::out);
        both.seekp(5);
        both << "ONE";
        both.seekg(0);
        std::getline(both, line);
        std::cout << line << '\n';
        std::ofstream("a/one.txt", std::ios::app) << "appended\n";
    }
    fs::copy_file("a/one.txt", "a/b/two.txt");
    fs::rename("a/b/two.txt", "a/b/c/three.txt");
    fs::resize_file("a/b/c/three.txt", 4);
    std::cout << fs::file_size("a/b/c/three.txt") << ' ' << fs::file_size("a/one.txt") << '\n';
    list(root);
    fs::copy("a", "copy", fs::copy_options::recursive);
    list(root);
    fs::last_write_time("a/one.txt", fs::file_time_type::clock::now() - std::chrono::hours(1));
    std::cout << (fs::last_write_time("a/one.txt") < fs::last_write_time("copy/one.txt")) << '\n';
    std::error_code error;
    std::cout << fs::remove("none", error) << !error << fs::remove("a/one.txt") << '\n';
    fs::remove("a", error);
    std::cout << (error == std::errc::directory_not_empty) << '\n';
    std::cout << fs::remove_all("a") << ' ' << fs::remove_all("copy") << '\n';
    list(root);
    try {
        fs::file_size("none");
    } catch (const fs::filesystem_error &problem) {
        std::cout << problem.path1().string() << ' ' << (problem.code() == std::errc::no_such_file_or_directory) << '\n';
    }
    const fs::path path = "/usr/share/../lib/file.tar.gz";
    std::cout << path.filename() << path.stem() << path.extension() << path.parent_path() << path.lexically_normal()
              << (path / "x") << path.is_absolute() << '\n';
    for (const auto &part : path)
        std::cout << part.string() << '|';
    std::cout << '\n' << (fs::absolute("x") == root / "x") << '\n';
    std::ifstream none("none");
    std::cout << none.is_open() << '\n';
}
