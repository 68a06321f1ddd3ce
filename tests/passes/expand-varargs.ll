; Arguments after the named ones are stored to a buffer, whose address is passed.
; RUN: opt %s -expand-varargs -S | FileCheck %s

declare i32 @sum(i32, ...)

define i32 @two(i32 %first) {
  %r = call i32 (i32, ...) @sum(i32 %first, i64 22, i32 33)
  ret i32 %r
}

; CHECK-LABEL: define i32 @two(i32 %first)
; CHECK: [[BUFFER:%.*]] = alloca [12 x i8]
; CHECK: store i64 22, i64* {{%.*}}
; CHECK: store i32 33, i32* {{%.*}}
; CHECK: call i32 {{.*}}(i32 %first, {{.*}})
