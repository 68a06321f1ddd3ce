; Intrinsics that PNaCl lacks are computed, and lengths have 32 bits.
; RUN: opt %s -rewrite-llvm-intrinsic-calls -S | FileCheck %s

declare i32 @llvm.flt.rounds()
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i32, i1)

define i32 @rounds() {
  %r = call i32 @llvm.flt.rounds()
  ret i32 %r
}

; CHECK-LABEL: define i32 @rounds()
; CHECK-NEXT: ret i32 1

define void @copy(i8* %to, i8* %from, i64 %length) {
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %to, i8* %from, i64 %length, i32 4, i1 false)
  ret void
}

; CHECK-LABEL: define void @copy(
; CHECK-NEXT: [[SHORT:%.*]] = trunc i64 %length to i32
; CHECK-NEXT: call void @llvm.memcpy.p0i8.p0i8.i32(i8* %to, i8* %from, i32 [[SHORT]], i32 1, i1 false)
