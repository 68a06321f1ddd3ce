; In a block that is never reached a value may be used before it is defined.
; run: @f(i32 1) == i32 2
define i32 @f(i32 %n) {
entry:
  br label %end
never:
  %a = add i32 %a, 1
  br label %never
end:
  %r = add i32 %n, 1
  ret i32 %r
}
