; Volatile accesses that are not aligned, and of odd sizes, see the bytes that others see.
; run: @word(i32 0) == i32 0x05040302
; run: @word(i32 3) == i32 0x08070605
; run: @wide(i32 1) == i64 0x0908070605040302
; run: @odd(i32 0) == i32 0x00040302
; run: @stored(i32 0x01020304) == i32 0x01020304
; run: @large(i32 0) == i64 0x100f0e0d0c0b0a09
@bytes = global [24 x i8] c"\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10\11\12\13\14\15\16\17\18", align 16
@room = global [32 x i8] zeroinitializer, align 16
define i32 @word(i32 %n) {
  %next = add i32 %n, 1
  %p = getelementptr i8, ptr @bytes, i32 %next
  %v = load volatile i32, ptr %p, align 1
  ret i32 %v
}
define i64 @wide(i32 %n) {
  %p = getelementptr i8, ptr @bytes, i32 %n
  %v = load volatile i64, ptr %p, align 1
  ret i64 %v
}
define i32 @odd(i32 %n) {
  %p = getelementptr i8, ptr @bytes, i32 1
  %v = load volatile i24, ptr %p, align 1
  %w = zext i24 %v to i32
  ret i32 %w
}
define i32 @stored(i32 %n) {
  %p = getelementptr i8, ptr @room, i32 3
  store volatile i32 %n, ptr %p, align 1
  %d = bitcast i32 %n to float
  %q = getelementptr i8, ptr @room, i32 9
  store volatile float %d, ptr %q, align 1
  %v = load i32, ptr %p, align 1
  %w = load i32, ptr %q, align 1
  %both = and i32 %v, %w
  ret i32 %both
}
define i64 @large(i32 %n) {
  %v = load volatile i128, ptr @bytes, align 1
  store volatile i128 %v, ptr @room, align 4
  %p = getelementptr i8, ptr @room, i32 8
  %w = load i64, ptr %p, align 1
  ret i64 %w
}
