; Comparisons with what is not a number: all false but setne.
%fmt = internal constant [19 x sbyte] c"%d %d %d %d %d %d\0A\00"
%one = internal constant [4 x sbyte] c"%d\0A\00"
declare int %printf(sbyte*, ...)
declare bool %llvm.isunordered(double, double)
void %compare(double %a, double %b) {
	%eq = seteq double %a, %b
	%ne = setne double %a, %b
	%lt = setlt double %a, %b
	%le = setle double %a, %b
	%gt = setgt double %a, %b
	%ge = setge double %a, %b
	%eqi = cast bool %eq to int
	%nei = cast bool %ne to int
	%lti = cast bool %lt to int
	%lei = cast bool %le to int
	%gti = cast bool %gt to int
	%gei = cast bool %ge to int
	%f = getelementptr [19 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %eqi, int %nei, int %lti, int %lei, int %gti, int %gei)
	%u = call bool %llvm.isunordered(double %a, double %b)
	%ui = cast bool %u to int
	%o = getelementptr [4 x sbyte]* %one, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %o, int %ui)
	%t = cast double %a to bool
	%ti = cast bool %t to int
	call int (sbyte*, ...)* %printf(sbyte* %o, int %ti)
	ret void
}
int %main() {
	%nan = div double 0.0, 0.0
	call void %compare(double %nan, double 1.0)
	call void %compare(double 0.0, double 1.0)
	ret int 5
}
