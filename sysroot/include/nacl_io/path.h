/* A path of a file, in its shortest form: without empty parts and `.`, and with `..` only at the
   beginning of a relative path. An empty path becomes `.`; only Path() is empty. A path is cut to
   PATH_MAX - 1 bytes. */
#ifndef _NACL_IO_PATH_H
#define _NACL_IO_PATH_H

#include <limits.h>

#include <string>
#include <vector>

#include "sdk_util/macros.h"

namespace nacl_io {

class Path {
public:
    Path();
    explicit Path(const std::string &path);
    Path(const Path &other) = default;

    bool IsAbsolute() const;
    /* True for "/". */
    bool IsRoot() const;

    /* The parts between slashes; the first part of an absolute path is "/". */
    size_t Size() const;
    std::string Part(size_t index) const;

    /* Adds a path at the end. An absolute path replaces this one. */
    Path &Append(const Path &path);
    Path &Append(const std::string &path);
    Path &Set(const std::string &path);
    /* Removes the slash at the beginning. */
    Path &MakeRelative();

    /* The path without its last part. A path of one part is its own parent. */
    Path Parent() const;
    std::string Basename() const;

    /* All parts, or those from `start` up to `end`. */
    std::string Join() const;
    std::string Range(size_t start, size_t end) const;

    Path &operator=(const Path &other) = default;
    Path &operator=(const std::string &path);
    bool operator==(const Path &other) const;
    bool operator!=(const Path &other) const;

private:
    void Normalize();

    std::string path_;
};

}

#endif
