; Aliases are replaced by their targets.
; RUN: opt %s -resolve-aliases -S | FileCheck %s

@value = internal global i32 1
@name = alias i32* @value

define i32 @read() {
  %r = load i32, i32* @name
  ret i32 %r
}

; CHECK-NOT: = alias
; CHECK-LABEL: define i32 @read()
; CHECK-NEXT: %r = load i32, i32* @value
