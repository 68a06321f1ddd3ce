; Constant expressions that LLVM 19 has no more, for LLVM 14.
@g = global i8 0
@h = global i8 0

declare extern_weak void @weak()

define i32 @uses(i1 %c) {
entry:
  br i1 icmp ne (ptr @weak, ptr null), label %a, label %b
a:
  %x = add i32 select (i1 icmp ne (ptr @weak, ptr null), i32 4, i32 ptrtoint (ptr @h to i32)), 1
  store i64 and (i64 ptrtoint (ptr @g to i64), i64 lshr (i64 ptrtoint (ptr @h to i64), i64 3)), ptr @g
  call void @takes(float sitofp (i32 ptrtoint (ptr @g to i32) to float), { i8, i1 } { i8 1, i1 icmp ugt (ptr @g, ptr @h) })
  ret i32 %x
b:
  ret i32 zext (i1 icmp eq (ptr @g, ptr inttoptr (i64 5 to ptr)) to i32)
}

declare void @takes(float, { i8, i1 })
