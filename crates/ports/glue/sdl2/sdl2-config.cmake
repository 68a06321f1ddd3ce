# SDL 2 for programs of browsers: SDL2::SDL2 and SDL2::SDL2-static are the library, SDL2::SDL2main
# is the beginning of a program.
get_filename_component(SDL2_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(SDL2_INCLUDE_DIRS "${SDL2_PREFIX}/include;${SDL2_PREFIX}/include/SDL2")
set(SDL2_INCLUDE_DIR "${SDL2_PREFIX}/include/SDL2")
set(SDL2_LIBDIR "${SDL2_PREFIX}/lib")
set(SDL2_LIBRARIES SDL2::SDL2main SDL2::SDL2)
foreach(target SDL2 SDL2-static SDL2main)
  if(NOT TARGET SDL2::${target})
    string(REPLACE "-static" "" file "lib${target}.a")
    add_library(SDL2::${target} STATIC IMPORTED)
    set_target_properties(SDL2::${target} PROPERTIES
      IMPORTED_LOCATION "${SDL2_LIBDIR}/${file}"
      IMPORTED_LINK_INTERFACE_LANGUAGES C
      INTERFACE_INCLUDE_DIRECTORIES "${SDL2_INCLUDE_DIRS}"
      INTERFACE_LINK_LIBRARIES "ppapi_simple;nacl_io;ppapi_gles2;ppapi;m;pthread")
  endif()
endforeach()
