; What others define, and what others may define in the place of the library, is read
; from slots; variables with such addresses are set when the slots are filled.
; library: libx.pso liby.pso
target triple = "le32-unknown-nacl"

@elsewhere = external global i32
@perhaps = extern_weak global i32
@shown = global i32 1
@hidden = hidden global i32 2
@own = internal global i32 3
@other = alias i32, ptr @shown
@points = internal constant { i32, [2 x ptr] } { i32 1, [2 x ptr] [ptr @own, ptr getelementptr (i8, ptr @elsewhere, i32 4)] }

declare i32 @called(i32)

define i32 @f(i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %a = call i32 @called(i32 1)
  br label %right

right:
  %p = phi ptr [ @elsewhere, %entry ], [ @hidden, %left ]
  %v = load i32, ptr %p
  %w = load i32, ptr getelementptr (i32, ptr @shown, i32 1)
  %sum = add i32 %v, %w
  ret i32 %sum
}

define internal i32 @g() {
  %v = call i32 @f(i1 true)
  store i32 %v, ptr @own
  ret i32 %v
}
