; Options without a counterpart are refused by name, and so are modules that a pass cannot handle.
; RUN: not opt %s -mem2reg -S 2>&1 | FileCheck %s --check-prefix=LLVM
; RUN: not opt %s -flatten-globals -S 2>&1 | FileCheck %s --check-prefix=WRITTEN
; RUN: not opt %s -nacl-promote-ints -S 2>&1 | FileCheck %s --check-prefix=ORDER

; LLVM: error: -mem2reg is not a pass of PNaCl's LLVM
; WRITTEN: error: -flatten-globals has no counterpart
; ORDER: relies on -nacl-rewrite-atomics, but the module has an atomic access

define i32 @read(i32* %p) {
  %r = load atomic i32, i32* %p seq_cst, align 4
  ret i32 %r
}
