; Thawing makes pointers of numbers that are used as addresses, and numbers of addresses, once for
; each block. What is frozen again is the same program.

; RUN: llvm-as < %s | pnacl-freeze | pnacl-thaw -S | opt -S | FileCheck %s
; RUN: llvm-as < %s | pnacl-freeze | pnacl-thaw | pnacl-freeze | pnacl-bcdis > %t.again
; RUN: llvm-as < %s | pnacl-freeze | pnacl-bcdis | diff - %t.again

@bytes = internal constant [4 x i8] c"abcd", align 4
@address = internal global i32 add (i32 ptrtoint ([4 x i8]* @bytes to i32), i32 2)
@both = internal global <{ [2 x i8], i32 }> <{ [2 x i8] zeroinitializer, i32 ptrtoint (void (i32)* @use to i32) }>

; CHECK: @bytes = internal constant [4 x i8] c"abcd", align 4
; CHECK: @address = internal global i32 add (i32 ptrtoint ([4 x i8]* @bytes to i32), i32 2)
; CHECK: @both = internal global <{ [2 x i8], i32 }> <{ [2 x i8] zeroinitializer, i32 ptrtoint (void (i32)* @use to i32) }>

declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)

define internal void @use(i32 %x) {
  ret void
}

define i32 @twice(i32 %address) {
  %p = inttoptr i32 %address to i32*
  %a = load i32* %p, align 1
  %b = load i32* %p, align 1
  %c = fadd double 1.0, 2.0
  %sum = add i32 %a, %b
  ret i32 %sum
}

; CHECK: define internal i32 @twice(i32
; CHECK-NEXT: [[P:%[0-9]+]] = inttoptr i32 %0 to i8*
; CHECK-NEXT: bitcast i8* [[P]] to i32*
; CHECK-NEXT: load i32, i32* %{{[0-9]+}}, align 1
; CHECK-NEXT: bitcast i8* [[P]] to i32*
; CHECK-NEXT: load i32, i32* %{{[0-9]+}}, align 1
; CHECK-NEXT: fadd double 1.000000e+00, 2.000000e+00

define i32 @loop(i32 %n) {
entry:
  %memory = alloca i8, i32 8, align 8
  %number = ptrtoint i8* %memory to i32
  br label %again
again:
  %x = phi i32 [ %number, %entry ], [ %next, %again ]
  %next = add i32 %x, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %again, label %end
end:
  %to = inttoptr i32 %next to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %memory, i8* %to, i32 4, i32 1, i1 false)
  %f = inttoptr i32 %x to void (i32)*
  call void %f(i32 %number)
  switch i32 %x, label %other [ i32 -1, label %end ]
other:
  unreachable
}

; CHECK: define internal i32 @loop(i32
; CHECK: [[M:%[0-9]+]] = alloca i8, i32 8, align 8
; CHECK-NEXT: [[N:%[0-9]+]] = ptrtoint i8* [[M]] to i32
; CHECK-NEXT: br label
; CHECK: phi i32 [ [[N]], %1 ]
; CHECK: call void @llvm.memcpy.p0i8.p0i8.i32(i8* [[M]], i8* %{{[0-9]+}}, i32 4, i32 1, i1 false)
; CHECK: call void %{{[0-9]+}}(i32
; CHECK: switch i32 %{{[0-9]+}}, label %{{[0-9]+}} [
; CHECK-NEXT: i32 -1, label
