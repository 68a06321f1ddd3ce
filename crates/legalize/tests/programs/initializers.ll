; Everything that an initialiser may be made of, read back byte by byte or through
; the addresses in it.
; run: @byte(i32 0) == i32 1
; run: @byte(i32 1) == i32 0
; run: @byte(i32 4) == i32 5
; run: @byte(i32 8) == i32 239
; run: @byte(i32 15) == i32 1
; run: @byte(i32 16) == i32 0
; run: @byte(i32 19) == i32 128
; run: @byte(i32 21) == i32 60
; run: @byte(i32 22) == i32 97
; run: @byte(i32 24) == i32 99
; run: @byte(i32 28) == i32 7
; run: @byte(i32 30) == i32 9
; run: @tight(i32 1) == i32 4
; run: @tight(i32 4) == i32 1
; run: @through(i32 0) == i32 98
; run: @through(i32 1) == i32 8
; run: @through(i32 2) == i32 5
; run: @through(i32 3) == i32 99
; run: @distance() == i32 22
; run: @call() == i32 42
; run: @far() == i32 3
; run: @bits() == i32 13
; run: @odd() == i32 197121
; run: @nothing() == i32 1
@mixed = constant { i8, i32, i64, float, half, [3 x i8], <4 x i8> } { i8 1, i32 5, i64 81985529216486895, float -0.0, half 1.0, [3 x i8] c"abc", <4 x i8> <i8 7, i8 8, i8 9, i8 10> }
@tightly = constant <{ i8, i32 }> <{ i8 3, i32 16777220 }>
@pointers = global [4 x ptr] [
  ptr getelementptr ({ i8, i32, i64, float, half, [3 x i8] }, ptr @mixed, i32 0, i32 5, i32 1),
  ptr getelementptr (i8, ptr getelementptr ([4 x i64], ptr @mixed, i32 1), i32 -3),
  ptr inttoptr (i32 add (i32 ptrtoint (ptr @mixed to i32), i32 4) to ptr),
  ptr getelementptr (i8, ptr inttoptr (i64 add (i64 ptrtoint (ptr @mixed to i64), i64 20) to ptr), i64 4)
]
@between = constant i32 sub (i32 ptrtoint (ptr getelementptr ({ i8, i32, i64, float, half, [3 x i8] }, ptr @mixed, i32 0, i32 5) to i32), i32 ptrtoint (ptr @mixed to i32))
@function = global { ptr, ptr } { ptr null, ptr @answer }
@huge = global { [100000 x i64], i8, [1000 x i32] } { [100000 x i64] zeroinitializer, i8 3, [1000 x i32] zeroinitializer }
@packed_bits = constant <8 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>
@odd_width = constant { i24, i128 } { i24 197121, i128 18446744073709551617 }
@empty = global {} zeroinitializer
@undefined = global { i32, [2 x i32] } { i32 undef, [2 x i32] poison }
define i32 @byte(i32 %n) {
  %p = getelementptr i8, ptr @mixed, i32 %n
  %b = load i8, ptr %p
  %r = zext i8 %b to i32
  ret i32 %r
}
define i32 @tight(i32 %n) {
  %p = getelementptr i8, ptr @tightly, i32 %n
  %b = load i8, ptr %p
  %r = zext i8 %b to i32
  ret i32 %r
}
define i32 @through(i32 %n) {
  %p = getelementptr ptr, ptr @pointers, i32 %n
  %q = load ptr, ptr %p
  %b = load i8, ptr %q
  %r = zext i8 %b to i32
  ret i32 %r
}
define i32 @distance() {
  %r = load i32, ptr @between
  ret i32 %r
}
define i32 @answer() {
  ret i32 42
}
define i32 @call() {
  %p = getelementptr { ptr, ptr }, ptr @function, i32 0, i32 1
  %f = load ptr, ptr %p
  %r = call i32 %f()
  ret i32 %r
}
define i32 @far() {
  %p = getelementptr { [100000 x i64], i8, [1000 x i32] }, ptr @huge, i32 0, i32 1
  %b = load i8, ptr %p
  %r = zext i8 %b to i32
  ret i32 %r
}
define i32 @bits() {
  %b = load i8, ptr @packed_bits
  %r = zext i8 %b to i32
  ret i32 %r
}
define i32 @odd() {
  %r = load i32, ptr @odd_width
  ret i32 %r
}
define i32 @nothing() {
  %a = ptrtoint ptr @empty to i32
  %b = load i32, ptr @undefined
  %c = icmp ne i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
