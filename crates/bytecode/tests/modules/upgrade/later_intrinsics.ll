; Intrinsics of LLVM 1.5 to 1.9, with and without a type in their names.

%numbers = internal constant [16 x sbyte] c"%d %d %d %d %d\0A\00"
%sums = internal constant [7 x sbyte] c"%d %d\0A\00"

declare int %printf(sbyte*, ...)
declare uint %llvm.ctpop.i32(uint)
declare ubyte %llvm.ctlz.i8(ubyte)
declare uint %llvm.cttz(uint)
declare ushort %llvm.bswap.i16(ushort)
declare double %llvm.sqrt.f64(double)
declare void %llvm.prefetch(sbyte*, uint, uint)
declare sbyte* %llvm.stacksave()
declare void %llvm.stackrestore(sbyte*)
declare void %llvm.memcpy.i32(sbyte*, sbyte*, uint, uint)
declare bool %llvm.isunordered.f64(double, double)
declare void %llvm.va_start(sbyte**)
declare void %llvm.va_copy(sbyte**, sbyte**)
declare void %llvm.va_end(sbyte**)

implementation

int %sum(int %count, ...) {
        %list = alloca [4 x sbyte*]
        %again = alloca [4 x sbyte*]
        %first = getelementptr [4 x sbyte*]* %list, int 0, int 0
        %second = getelementptr [4 x sbyte*]* %again, int 0, int 0
        call void %llvm.va_start(sbyte** %first)
        call void %llvm.va_copy(sbyte** %second, sbyte** %first)
        %a = va_arg sbyte** %first, int
        %b = va_arg sbyte** %first, int
        %c = va_arg sbyte** %second, int
        call void %llvm.va_end(sbyte** %first)
        call void %llvm.va_end(sbyte** %second)
        %ab = add int %a, %b
        %abc = add int %ab, %c
        ret int %abc
}

int %main() {
        %ones = call uint %llvm.ctpop.i32(uint 255)
        %zeros = call ubyte %llvm.ctlz.i8(ubyte 1)
        %behind = call uint %llvm.cttz(uint 8)
        %turned = call ushort %llvm.bswap.i16(ushort 258)
        %root = call double %llvm.sqrt.f64(double 0x4022000000000000)
        %whole = cast double %root to int
        %wide = cast ubyte %zeros to uint
        %far = cast ushort %turned to uint
        %text = getelementptr [16 x sbyte]* %numbers, int 0, int 0
        call int (sbyte*, ...)* %printf(sbyte* %text, uint %ones, uint %wide, uint %behind, uint %far, int %whole)
        %saved = call sbyte* %llvm.stacksave()
        %room = alloca [16 x sbyte]
        %copy = getelementptr [16 x sbyte]* %room, int 0, int 0
        call void %llvm.prefetch(sbyte* %copy, uint 1, uint 3)
        call void %llvm.memcpy.i32(sbyte* %copy, sbyte* %text, uint 16, uint 1)
        call int (sbyte*, ...)* %printf(sbyte* %copy, int 1, int 2, int 3, int 4, int 5)
        call void %llvm.stackrestore(sbyte* %saved)
        %sum = call int (int, ...)* %sum(int 2, int 20, int 22)
        %odd = call bool %llvm.isunordered.f64(double %root, double %root)
        %never = cast bool %odd to int
        %last = getelementptr [7 x sbyte]* %sums, int 0, int 0
        call int (sbyte*, ...)* %printf(sbyte* %last, int %sum, int %never)
        ret int 0
}
