; Addresses of blocks become numbers, and indirect branches switches.
; RUN: opt %s -expand-indirectbr -S | FileCheck %s

define i32 @jump(i1 %which) {
entry:
  %to = select i1 %which, i8* blockaddress(@jump, %a), i8* blockaddress(@jump, %b)
  indirectbr i8* %to, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}

; CHECK-LABEL: define i32 @jump(i1 %which)
; CHECK-NOT: indirectbr
; CHECK: switch i32
; CHECK-NOT: blockaddress
