; Constructors of the time run, and so does the one that completes variables.
; There is one constructor, since the lli of LLVM 14 does not look at priorities.
%fmt = internal constant [4 x sbyte] c"%d\0A\00"
%g = global int 8
%where = internal global long select (bool setne (int* %g, int* null), long 5, long 6)
%llvm.global_ctors = appending global [1 x { int, void ()* }] [ { int, void ()* } { int 65535, void ()* %first } ]
declare int %printf(sbyte*, ...)
void %show(int %v) {
	%f = getelementptr [4 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %v)
	ret void
}
internal void %first() {
	call void %show(int 1)
	ret void
}
int %main() {
	%l = load long* %where
	%i = cast long %l to int
	call void %show(int %i)
	ret int 0
}
