; Constructors of the time run, and so does the one that completes variables.
; That of LLVM 14 runs them in the order of the functions, whatever the
; priorities say, so here these are the same.
%fmt = internal constant [4 x sbyte] c"%d\0A\00"
%g = global int 8
%where = internal global long select (bool setne (int* %g, int* null), long 5, long 6)
%llvm.global_ctors = appending global [2 x { int, void ()* }] [ { int, void ()* } { int 65535, void ()* %second }, { int, void ()* } { int 100, void ()* %first } ]
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
internal void %second() {
	call void %show(int 2)
	ret void
}
int %main() {
	%l = load long* %where
	%i = cast long %l to int
	call void %show(int %i)
	ret int 0
}
