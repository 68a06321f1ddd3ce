; Vectors of PNaCl's types and of others: arithmetic, shuffles, elements by
; variable numbers, the same bits as something else, memory, calls.
; run: @dot(i32 2) == i32 60
; run: @reversed(i32 1) == i32 4321
; run: @element(i32 0) == i32 10
; run: @element(i32 3) == i32 40
; run: @halves(i32 -1) == i32 131070
; run: @mask(i32 25) == i32 3
; run: @through_calls(i32 7) == i64 49
; run: @turns(i32 5) == i32 31
; run: @masked(i32 9) == i32 910
define i32 @dot(i32 %n) {
  %v = insertelement <3 x i32> <i32 0, i32 3, i32 4>, i32 %n, i32 0
  %w = mul <3 x i32> %v, <i32 5, i32 6, i32 8>
  %a = extractelement <3 x i32> %w, i32 0
  %b = extractelement <3 x i32> %w, i32 1
  %c = extractelement <3 x i32> %w, i32 2
  %d = add i32 %a, %b
  %r = add i32 %d, %c
  ret i32 %r
}
define i32 @reversed(i32 %n) {
  %v = insertelement <4 x i32> <i32 0, i32 2, i32 3, i32 4>, i32 %n, i32 0
  %w = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %x = mul <4 x i32> %w, <i32 1000, i32 100, i32 10, i32 1>
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %x)
  ret i32 %r
}
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @element(i32 %n) {
  %v = insertelement <4 x i32> <i32 11, i32 21, i32 31, i32 41>, i32 0, i32 %n
  %e = extractelement <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 %n
  %zero = extractelement <4 x i32> %v, i32 %n
  %r = add i32 %e, %zero
  ret i32 %r
}
define i32 @halves(i32 %n) {
  %v = bitcast i32 %n to <2 x i16>
  %w = zext <2 x i16> %v to <2 x i32>
  %a = extractelement <2 x i32> %w, i32 0
  %b = extractelement <2 x i32> %w, i32 1
  %r = add i32 %a, %b
  ret i32 %r
}
; Comparisons give bits, which are stored without padding.
define i32 @mask(i32 %n) {
  %p = alloca i8
  %a = insertelement <8 x i32> zeroinitializer, i32 %n, i32 0
  %v = shufflevector <8 x i32> %a, <8 x i32> poison, <8 x i32> zeroinitializer
  %less = icmp sgt <8 x i32> %v, <i32 10, i32 20, i32 30, i32 40, i32 50, i32 60, i32 70, i32 80>
  store <8 x i1> %less, ptr %p
  %byte = load i8, ptr %p
  %again = load <8 x i1>, ptr %p
  %bits = bitcast <8 x i1> %again to i8
  %same = icmp eq i8 %byte, %bits
  %wide = zext i8 %byte to i32
  %r = select i1 %same, i32 %wide, i32 -1
  ret i32 %r
}
define <2 x i64> @square(<2 x i64> %v) {
  %r = mul <2 x i64> %v, %v
  ret <2 x i64> %r
}
define i64 @through_calls(i32 %n) {
  %wide = sext i32 %n to i64
  %v = insertelement <2 x i64> zeroinitializer, i64 %wide, i32 1
  %s = call <2 x i64> @square(<2 x i64> %v)
  %r = extractelement <2 x i64> %s, i32 1
  ret i64 %r
}
define i32 @turns(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi <4 x i32> [ <i32 1, i32 1, i32 1, i32 1>, %entry ], [ %w, %loop ]
  %w = add <4 x i32> %v, <i32 6, i32 0, i32 1, i32 2>
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = extractelement <4 x i32> %w, i32 0
  ret i32 %r
}
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
define i32 @masked(i32 %n) {
  %p = alloca [2 x i32]
  %v = insertelement <2 x i32> <i32 0, i32 5>, i32 %n, i32 0
  store <2 x i32> zeroinitializer, ptr %p
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr %p, i32 4, <2 x i1> <i1 true, i1 false>)
  %w = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> <i1 true, i1 false>, <2 x i32> <i32 1, i32 10>)
  %a = extractelement <2 x i32> %w, i32 0
  %b = extractelement <2 x i32> %w, i32 1
  %h = mul i32 %a, 100
  %r = add i32 %h, %b
  ret i32 %r
}
