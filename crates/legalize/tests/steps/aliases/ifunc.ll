; An address that is computed when the program is loaded.
; error: F0102 `f` is an ifunc
@f = ifunc i32 (), ptr @resolver
define ptr @resolver() {
  ret ptr null
}
