; Everything but the entry point becomes internal, and the result is in the stable subset.
; RUN: opt %s -pnacl-abi-simplify-preopt -pnacl-abi-simplify-postopt -S | FileCheck %s
; RUN: opt %s -pnacl-abi-simplify-preopt -pnacl-abi-simplify-postopt \
; RUN:   -verify-pnaclabi-module -disable-output
; RUN: llvm-as < %s | opt -pnacl-abi-simplify-preopt -pnacl-abi-simplify-postopt \
; RUN:   | pnacl-freeze | pnacl-bcdis | FileCheck %s --check-prefix=LISTING

define void @_start(i32 %info) {
  call void @helper()
  ret void
}

define void @helper() {
  ret void
}

; CHECK: define void @_start(i32 %info)
; CHECK: define internal void @helper()
; LISTING: function void @f0(i32 %p0)
