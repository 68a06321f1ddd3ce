; Calls in their short and full form, and what may happen after them.
declare int %printf(sbyte*, ...)
declare void %procedure()
declare int (int)* %choose(bool)

implementation

int %calls(int (int)* %f, sbyte* %format) {
	call void %procedure()
	%a = call int %f(int 1)
	%b = call int (int)* %f(int %a)
	%c = call int (sbyte*, ...)* %printf(sbyte* %format)
	call int (sbyte*, ...)* %printf(sbyte* %format, int %c, double 1.5, { int }* null)
	%g = call int (int)* (bool)* %choose(bool true)
	%d = call int %g(int %b)
	%e = invoke int %f(int %d) to label %next unwind label %caught
next:
	invoke void %procedure() to label %end except label %caught
caught:
	unwind
end:
	ret int %e
}
