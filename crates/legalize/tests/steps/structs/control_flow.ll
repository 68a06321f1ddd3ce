; Phis, selects and freeze, also of values that are defined further down.
define i32 @f(i1 %c, ptr %p) {
entry:
  %a = load { i32, i8 }, ptr %p
  br label %loop
loop:
  %x = phi { i32, i8 } [ %a, %entry ], [ %y, %back ]
  %z = phi { i32, i8 } [ zeroinitializer, %entry ], [ %x, %back ]
  br i1 %c, label %back, label %end
back:
  %s = select i1 %c, { i32, i8 } %x, { i32, i8 } %z
  %y = insertvalue { i32, i8 } %s, i32 1, 0
  br label %loop
end:
  %frozen = freeze { i32, i8 } %z
  %r = extractvalue { i32, i8 } %frozen, 0
  ret i32 %r
}
; The block that defines the value stands behind the one that uses it.
define i32 @backwards(ptr %p) {
  br label %define
use:
  %r = extractvalue { i32, i8 } %more, 0
  ret i32 %r
define:
  %v = load { i32, i8 }, ptr %p
  %more = insertvalue { i32, i8 } %v, i8 0, 1
  br label %use
}
; What is never reached goes.
define i32 @unreached() {
  ret i32 0
never:
  %v = insertvalue { i32, i32 } %v, i32 1, 0
  %r = extractvalue { i32, i32 } %v, 1
  br label %never
}
