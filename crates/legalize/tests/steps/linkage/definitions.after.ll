
@count = internal global i32 0, align 4

@weak = internal global i32 1

@shown = internal constant i32 2

@own = internal constant i32 3

@elsewhere = external global i32

@only_inlined = external constant i32

define internal void @f() {
  store i32 0, ptr @elsewhere, align 4
  ret void
}

declare i32 @g()

define void @_start(i32 %info) {
  ret void
}
