/* File systems that are classes, among those of the library. */
#ifndef NACL_IO_CPP_MOUNTED_H
#define NACL_IO_CPP_MOUNTED_H

#include <nacl_io/filesystem.h>

struct file_system;

namespace nacl_io {

/* Makes a file system of the library that calls the class; null without memory. */
struct file_system *mounted(const ScopedFilesystem &filesystem);

/* Returns the class of a file system that `mounted` made; null for others. */
Filesystem *class_of(struct file_system *system);

}

#endif
