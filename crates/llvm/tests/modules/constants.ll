; Constants of every kind that LLVM 14 to 19 have in common.
%pair = type <{ i8, i32 }>

@integers = global { i1, i7, i64, i65, i128, i200 } { i1 true, i7 -64, i64 -9223372036854775808, i65 18446744073709551616, i128 -5, i200 1606938044258990275541962092341162602522202993782792835301375 }
@floats = global { half, bfloat, float, double } { half 0xH3C01, bfloat 0xR7FC0, float 0x3FF0000020000000, double 0x7FF4000000000001 }
@long.floats = global { x86_fp80, fp128, ppc_fp128 } { x86_fp80 0xK3FFF8000000000000001, fp128 0xL00000000000000013FFF000000000002, ppc_fp128 0xM3FF00000000000000000000000000001 }
@nulls = global { ptr, ptr addrspace(2), [2 x i8], <2 x i32>, { i8 } } zeroinitializer
@nothing = global { i32, i64 } { i32 undef, i64 poison }
@packed = global %pair <{ i8 1, i32 2 }>
@numbers = global [3 x i16] [i16 1, i16 -2, i16 3]
@long.numbers = global [2 x i64] [i64 -1, i64 4611686018427387904]
@odd.numbers = global [2 x i24] [i24 -1, i24 7]
@doubles = global [2 x double] [double 0.1, double -0.0]
@singles = global <2 x float> <float 0.25, float 0x36A0000000000000>
@bits = global <3 x i1> <i1 true, i1 false, i1 true>
@string = constant [3 x i8] c"abc"
@string.zero = constant [4 x i8] c"abc\00"
@pointers = global [2 x ptr] [ptr @string, ptr null]
@nested = global [2 x { i32, [2 x i8] }] [{ i32, [2 x i8] } { i32 1, [2 x i8] c"xy" }, { i32, [2 x i8] } { i32 2, [2 x i8] zeroinitializer }]

@casts = global { i32, ptr, ptr addrspace(1), i8 } { i32 ptrtoint (ptr @string to i32), ptr inttoptr (i64 4096 to ptr), ptr addrspace(1) addrspacecast (ptr @string to ptr addrspace(1)), i8 trunc (i64 ptrtoint (ptr @casts to i64) to i8) }
@sums = global i64 sub (i64 ptrtoint (ptr @string to i64), i64 ptrtoint (ptr @numbers to i64))
@flags = global i64 add nuw nsw (i64 ptrtoint (ptr @string to i64), i64 8)
@bits.of = global i64 xor (i64 ptrtoint (ptr @string to i64), i64 -1)
@address = global ptr getelementptr inbounds ([3 x i16], ptr @numbers, i64 0, i64 2)
@address.plain = global ptr getelementptr ({ i32, [2 x i8] }, ptr @nested, i64 1, i32 1, i64 1)
@wrapped = global ptr getelementptr (i8, ptr inttoptr (i64 16 to ptr), i64 -1)

define ptr @block.address(i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  ret ptr blockaddress(@block.address, %two)
two:
  ret ptr blockaddress(@other, %here)
}

define i32 @other(i32 %x) {
entry:
  indirectbr ptr blockaddress(@other, %here), [label %here, label %there]
here:
  ret i32 %x
there:
  ret i32 0
}

define <4 x i32> @vectors(<4 x i32> %v) {
  %a = add <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>
  %b = add <4 x i32> %a, zeroinitializer
  %c = xor <4 x i32> %b, <i32 -1, i32 undef, i32 poison, i32 -1>
  ret <4 x i32> %c
}

define i64 @in.function() {
  %x = add i64 ptrtoint (ptr @string to i64), 12
  %y = load i64, ptr getelementptr inbounds ([2 x i64], ptr @long.numbers, i64 0, i64 1), align 4
  %z = add i64 %x, %y
  ret i64 %z
}
