; One name with several types, odd names, functions called by other types.
%fmt = internal constant [7 x sbyte] c"%d %d\0A\00"
declare int %printf(sbyte*, ...)
declare int %abs(int)
declare uint %abs(uint)
"odd name\22\00" = internal global int 7
internal int %malloc(int %x) {
	%y = add int %x, 1
	ret int %y
}
void %nothing(int %x) {
	ret void
}
int %main() {
x:
	%x = call int %abs(int -4)
	%y = call uint %abs(uint 4294967291)
	%z = cast uint %y to int
	%f = getelementptr [7 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %x, int %z)	; 4 5
	%m = malloc int
	%n = call int %malloc(int 5)
	store int %n, int* %m
	%v = load int* %m
	%o = load int* "odd name\22\00"
	call int (sbyte*, ...)* %printf(sbyte* %f, int %v, int %o)	; 6 7
	call void cast (void (int)* %nothing to void (uint)*)(uint 3)
	ret int 1
}
