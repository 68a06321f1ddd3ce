; Assembly that jumps, as LLVM 15 and later write it.
define i32 @jumps(i32 %x) {
entry:
  %r = callbr i32 asm "", "=r,r,!i"(i32 %x)
          to label %next [label %other]
next:
  ret i32 %r
other:
  ret i32 0
}
