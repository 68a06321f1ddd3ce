/* Paths in their shortest form. */
#include <nacl_io/path.h>

#include <vector>

namespace nacl_io {

static const size_t longest = PATH_MAX - 1;

/* The parts between slashes; of an absolute path "/" is the first. */
static std::vector<std::string> parts_of(const std::string &path) {
    std::vector<std::string> parts;
    size_t begin = 0;
    if (!path.empty() && path[0] == '/') {
        parts.push_back("/");
        begin = 1;
    }
    while (begin < path.size()) {
        size_t end = path.find('/', begin);
        end = end == std::string::npos ? path.size() : end;
        parts.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

static std::string joined(const std::vector<std::string> &parts, size_t start, size_t end) {
    std::string path;
    for (size_t index = start; index < end && index < parts.size(); ++index) {
        if (!path.empty() && path != "/")
            path += '/';
        path += parts[index];
    }
    return path;
}

Path::Path() {
}

Path::Path(const std::string &path) {
    Set(path);
}

void Path::Normalize() {
    bool is_absolute = IsAbsolute();
    std::vector<std::string> kept;
    for (const std::string &part : parts_of(path_)) {
        bool is_first = kept.size() == (is_absolute ? 1 : 0);
        if (part.empty() || part == ".")
            continue;
        if (part != ".." || (!is_absolute && (is_first || kept.back() == "..")))
            kept.push_back(part);
        else if (!is_first)
            kept.pop_back();
    }
    path_ = joined(kept, 0, kept.size());
    if (path_.empty())
        path_ = ".";
}

bool Path::IsAbsolute() const {
    return !path_.empty() && path_[0] == '/';
}

bool Path::IsRoot() const {
    return path_ == "/";
}

size_t Path::Size() const {
    return parts_of(path_).size();
}

std::string Path::Part(size_t index) const {
    std::vector<std::string> parts = parts_of(path_);
    return index < parts.size() ? parts[index] : std::string();
}

Path &Path::Append(const Path &path) {
    if (path.IsAbsolute())
        path_ = path.path_;
    else
        path_ += '/' + path.path_;
    path_.resize(path_.size() < longest ? path_.size() : longest);
    Normalize();
    return *this;
}

Path &Path::Append(const std::string &path) {
    return Append(Path(path));
}

Path &Path::Set(const std::string &path) {
    path_ = path.substr(0, longest);
    Normalize();
    return *this;
}

Path &Path::MakeRelative() {
    if (IsAbsolute())
        path_.erase(0, 1);
    return *this;
}

Path Path::Parent() const {
    size_t slash = path_.rfind('/');
    Path parent(*this);
    if (slash != std::string::npos)
        parent.path_.resize(slash == 0 ? 1 : slash);
    return parent;
}

std::string Path::Basename() const {
    size_t slash = path_.rfind('/');
    bool is_whole = IsRoot() || slash == std::string::npos;
    return is_whole ? path_ : path_.substr(slash + 1);
}

std::string Path::Join() const {
    return path_;
}

std::string Path::Range(size_t start, size_t end) const {
    return joined(parts_of(path_), start, end);
}

Path &Path::operator=(const std::string &path) {
    return Set(path);
}

bool Path::operator==(const Path &other) const {
    return path_ == other.path_;
}

bool Path::operator!=(const Path &other) const {
    return path_ != other.path_;
}

}
