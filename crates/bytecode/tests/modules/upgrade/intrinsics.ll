; Intrinsics that became something else, or nothing.
%fmt = internal constant [10 x sbyte] c"%d %d %d\0A\00"
%cell = internal global sbyte* null
declare int %printf(sbyte*, ...)
declare void %llvm.memset(sbyte*, ubyte, uint, uint)
declare {}* %llvm.dbg.stoppoint({}*, uint, uint, {}*)
declare sbyte* %llvm.gcread(sbyte**)
declare void %llvm.gcwrite(sbyte*, sbyte**)
declare int %llvm.readio(int*)
declare void %llvm.writeio(int, int*)
declare int %llvm.setjmp(int*)
declare void %llvm.longjmp(int*, int)
declare sbyte* %llvm.frameaddress(uint)
declare sbyte* %llvm.returnaddress(uint)
%buffer = internal global [100 x int] zeroinitializer
void %jump(int %n) {
	%b = getelementptr [100 x int]* %buffer, long 0, long 0
	call void %llvm.longjmp(int* %b, int %n)
	ret void
}
int %main() {
	%i = alloca int
	%p = cast int* %i to sbyte*
	%d = call {}* %llvm.dbg.stoppoint({}* null, uint 1, uint 2, {}* null)
	%e = call {}* %llvm.dbg.stoppoint({}* %d, uint 3, uint 4, {}* null)
	invoke void %llvm.memset(sbyte* %p, ubyte 1, uint 4, uint 4) to label %good except label %bad
bad:
	%x = phi int [ 1, %0 ]
	ret int %x
good:
	%v = load int* %i
	call void %llvm.gcwrite(sbyte* %p, sbyte** %cell)
	%q = call sbyte* %llvm.gcread(sbyte** %cell)
	%same = seteq sbyte* %p, %q
	%samei = cast bool %same to int
	call void %llvm.writeio(int 9, int* %i)
	%w = call int %llvm.readio(int* %i)
	%f = getelementptr [10 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %v, int %samei, int %w)	; 16843009 1 9
	%fa = call sbyte* %llvm.frameaddress(uint 0)
	%ra = call sbyte* %llvm.returnaddress(uint 0)
	%fab = cast sbyte* %fa to bool
	%rab = cast sbyte* %ra to bool
	%fai = cast bool %fab to int
	%rai = cast bool %rab to int
	%b = getelementptr [100 x int]* %buffer, long 0, long 0
	%s = call int %llvm.setjmp(int* %b)
	call int (sbyte*, ...)* %printf(sbyte* %f, int %fai, int %rai, int %s)	; 1 1 0, 1 1 7
	%again = seteq int %s, 0
	br bool %again, label %go, label %out
go:
	call void %jump(int 7)
	ret int 1
out:
	ret int 0
}
