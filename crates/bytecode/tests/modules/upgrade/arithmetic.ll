; Signs, widths and conversions. The number behind each line is what it prints.
%fmt = internal constant [4 x sbyte] c"%d\0A\00"
declare int %printf(sbyte*, ...)
void %show(int %v) {
	%f = getelementptr [4 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %v)
	ret void
}
void %unsigned(uint %big, uint %seven, ubyte %high, ubyte %amount) {
	%a = div uint %big, %seven
	%a1 = cast uint %a to int
	call void %show(int %a1)	; 571428571
	%b = rem uint %big, %seven
	%b1 = cast uint %b to int
	call void %show(int %b1)	; 3
	%c = shr uint %big, ubyte 4
	%c1 = cast uint %c to int
	call void %show(int %c1)	; 250000000
	%d = shr ubyte %high, ubyte 7
	%d1 = cast ubyte %d to int
	call void %show(int %d1)	; 1
	%e = setlt uint %big, %seven
	%e1 = cast bool %e to int
	call void %show(int %e1)	; 0
	%f = cast ubyte %high to int
	call void %show(int %f)		; 200
	%g = cast ubyte %high to sbyte
	%g1 = cast sbyte %g to int
	call void %show(int %g1)	; -56
	%h = mul ubyte %high, 3
	%h1 = cast ubyte %h to int
	call void %show(int %h1)	; 88
	%i = cast uint %big to double
	%i1 = div double %i, 8.0
	%i2 = cast double %i1 to int
	call void %show(int %i2)	; 500000000
	%j = shl uint %seven, ubyte %amount
	%j1 = cast uint %j to int
	call void %show(int %j1)	; 14, the amount being 33
	ret void
}
void %signed(int %minus, int %two, sbyte %low, double %x) {
	%a = div int %minus, %two
	call void %show(int %a)		; -3
	%b = rem int %minus, %two
	call void %show(int %b)		; -1
	%c = shr int %minus, ubyte 1
	call void %show(int %c)		; -4
	%d = shr sbyte %low, ubyte 7
	%d1 = cast sbyte %d to int
	call void %show(int %d1)	; -1
	%e = setlt int %minus, %two
	%e1 = cast bool %e to int
	call void %show(int %e1)	; 1
	%f = cast sbyte %low to uint
	%f1 = shr uint %f, ubyte 28
	%f2 = cast uint %f1 to int
	call void %show(int %f2)	; 15
	%g = add sbyte %low, -100
	%g1 = cast sbyte %g to int
	call void %show(int %g1)	; 56
	%h = cast double %x to int
	call void %show(int %h)		; -3
	%i = rem double %x, 2.0
	%i1 = mul double %i, 10.0
	%i2 = cast double %i1 to int
	call void %show(int %i2)	; -17
	%j = cast int %minus to long
	%j1 = shr long %j, ubyte 60
	%j2 = cast long %j1 to int
	call void %show(int %j2)	; -1
	ret void
}
void %bools(bool %yes, bool %no, int %even, double %half, sbyte* %p) {
	%a = cast int %even to bool
	%a1 = cast bool %a to int
	call void %show(int %a1)	; 1
	%b = cast double %half to bool
	%b1 = cast bool %b to int
	call void %show(int %b1)	; 1
	%c = setgt bool %yes, %no
	%c1 = cast bool %c to int
	call void %show(int %c1)	; 1
	%d = cast bool %yes to double
	%d1 = mul double %d, 10.0
	%d2 = cast double %d1 to int
	call void %show(int %d2)	; 10
	%e = xor bool %yes, %yes
	%e1 = cast bool %e to int
	call void %show(int %e1)	; 0
	%f = cast sbyte* %p to bool
	%f1 = cast bool %f to int
	call void %show(int %f1)	; 0
	%g = cast bool %yes to sbyte*
	%g1 = cast sbyte* %g to int
	call void %show(int %g1)	; 1
	%h = cast int -1 to sbyte*
	%h1 = cast sbyte* %h to long
	%h2 = shr long %h1, ubyte 32
	%h3 = cast long %h2 to int
	call void %show(int %h3)	; -1
	ret void
}
int %main() {
	call void %unsigned(uint 4000000000, uint 7, ubyte 200, ubyte 33)
	call void %signed(int -7, int 2, sbyte -100, double -3.75)
	call void %bools(bool true, bool false, int 256, double 0.5, sbyte* null)
	ret int 0
}
