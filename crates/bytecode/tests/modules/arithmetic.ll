; Operators of two operands, shifts, conversions, choices.
bool %operators(int %a, uint %b, double %c, bool %d, ubyte %n, int* %p) {
	%add = add int %a, 1
	%sub = sub double %c, 1.5
	%mul = mul uint %b, 4000000000
	%div = div int 7, %add
	%rem = rem double %sub, %c
	%and = and bool %d, true
	%or = or uint %mul, u0xFF
	%xor = xor int %div, -1
	%shl = shl int %xor, ubyte 3
	%shr = shr uint %or, ubyte %n
	%seteq = seteq int* %p, null
	%setne = setne double %rem, 0.0
	%setle = setle bool %and, false
	%setge = setge uint %shr, 5
	%setlt = setlt int %shl, -5
	%setgt = setgt ubyte %n, 200
	%cast = cast int* %p to ulong
	%select = select bool %seteq, double %c, double 0x7FF8000000000000
	; An old way to write an exclusive or with all ones.
	%not = not int %a
	%never = not bool %setne
	ret bool %never
}
