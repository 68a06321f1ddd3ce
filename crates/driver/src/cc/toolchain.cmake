# How CMake builds programs for Portable Native Client:
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=FILE -DCMAKE_BUILD_TYPE=Release
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR le32)
# CMake forgets this for systems that it does not know; the file is read again behind that.
set(UNIX TRUE)
set(CMAKE_USER_MAKE_RULES_OVERRIDE "${CMAKE_CURRENT_LIST_FILE}")
set(CMAKE_EXECUTABLE_SUFFIX_C .pexe)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .pexe)
set(CMAKE_CROSSCOMPILING_EMULATOR "@TOOLS@/pinnacle-run" --dir "${CMAKE_SOURCE_DIR}" --dir "${CMAKE_BINARY_DIR}")
set(CMAKE_AR "@AR@")
set(CMAKE_RANLIB "@RANLIB@")
set(CMAKE_NM "@NM@")
set(PKG_CONFIG_EXECUTABLE "@TOOLS@/pinnacle-pkg-config" CACHE FILEPATH "")
set(CMAKE_FIND_ROOT_PATH "@SYSROOT@")
# The ports that were built: `pinnacle sdk ports build NAME...`
file(GLOB pinnacle_ports LIST_DIRECTORIES TRUE "@PORTS@/*/port.stamp")
foreach(port ${pinnacle_ports})
  get_filename_component(port "${port}" DIRECTORY)
  list(APPEND CMAKE_FIND_ROOT_PATH "${port}")
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Programs keep no strings that CMake could find, so it is told the sizes of types, by
# the names that most scripts ask for.
set(CMAKE_SIZEOF_VOID_P 4)
foreach(language C CXX)
  set(CMAKE_${language}_SIZEOF_DATA_PTR 4)
  set(CMAKE_${language}_BYTE_ORDER LITTLE_ENDIAN)
endforeach()
foreach(known
    "CHAR=1" "SIGNED_CHAR=1" "UNSIGNED_CHAR=1" "SHORT=2" "UNSIGNED_SHORT=2" "INT=4" "UNSIGNED_INT=4"
    "UNSIGNED=4" "LONG=4" "UNSIGNED_LONG=4" "LONG_LONG=8" "UNSIGNED_LONG_LONG=8" "FLOAT=4" "DOUBLE=8"
    "LONG_DOUBLE=8" "VOID_P=4" "SIZE_T=4" "SSIZE_T=4" "PTRDIFF_T=4" "INTPTR_T=4" "UINTPTR_T=4"
    "INT8_T=1" "UINT8_T=1" "INT16_T=2" "UINT16_T=2" "INT32_T=4" "UINT32_T=4" "INT64_T=8" "UINT64_T=8"
    "INTMAX_T=8" "UINTMAX_T=8" "OFF_T=8" "TIME_T=8" "WCHAR_T=4" "WINT_T=4" "BOOL=1" "_BOOL=1")
  string(REPLACE "=" ";" known ${known})
  list(GET known 0 type)
  list(GET known 1 size)
  foreach(name SIZEOF_${type} SIZE_OF_${type} ${type}_SIZE)
    set(${name} ${size} CACHE INTERNAL "")
    set(HAVE_${name} TRUE CACHE INTERNAL "")
  endforeach()
endforeach()
# CMake knows compilers by texts in what they make, which bitcode has in other
# forms, so it is told.
set(CMAKE_C_COMPILER "@TOOLS@/pinnacle-cc")
set(CMAKE_C_COMPILER_ID Clang)
set(CMAKE_C_COMPILER_VERSION @VERSION@)
set(CMAKE_C_COMPILER_ID_RUN TRUE)
set(CMAKE_C_COMPILER_FRONTEND_VARIANT GNU)
set(CMAKE_C_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_C_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CXX_COMPILER "@TOOLS@/pinnacle-c++")
set(CMAKE_CXX_COMPILER_ID Clang)
set(CMAKE_CXX_COMPILER_VERSION @VERSION@)
set(CMAKE_CXX_COMPILER_ID_RUN TRUE)
set(CMAKE_CXX_COMPILER_FRONTEND_VARIANT GNU)
set(CMAKE_CXX_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CXX_EXTENSIONS_COMPUTED_DEFAULT ON)
