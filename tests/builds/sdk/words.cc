#include <string>
#include <vector>
extern "C" const char *words() {
    static const std::vector<std::string> parts = {"built ", "by ", "common.mk"};
    static const std::string all = parts[0] + parts[1] + parts[2];
    return all.c_str();
}
