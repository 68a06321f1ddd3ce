
implementation   ; Functions:

bool %operators(int %a, uint %b, double %c, bool %d, ubyte %n, int* %p) {
	%add = add int %a, 1		; <int> [#uses=1]
	%sub = sub double %c, 0x3FF8000000000000		; <double> [#uses=1]
	%mul = mul uint %b, 4000000000		; <uint> [#uses=1]
	%div = div int 7, %add		; <int> [#uses=1]
	%rem = rem double %sub, %c		; <double> [#uses=1]
	%and = and bool %d, true		; <bool> [#uses=1]
	%or = or uint %mul, 255		; <uint> [#uses=1]
	%xor = xor int %div, -1		; <int> [#uses=1]
	%shl = shl int %xor, ubyte 3		; <int> [#uses=1]
	%shr = shr uint %or, ubyte %n		; <uint> [#uses=1]
	%seteq = seteq int* %p, null		; <bool> [#uses=1]
	%setne = setne double %rem, 0x0		; <bool> [#uses=1]
	%setle = setle bool %and, false		; <bool> [#uses=0]
	%setge = setge uint %shr, 5		; <bool> [#uses=0]
	%setlt = setlt int %shl, -5		; <bool> [#uses=0]
	%setgt = setgt ubyte %n, 200		; <bool> [#uses=0]
	%cast = cast int* %p to ulong		; <ulong> [#uses=0]
	%select = select bool %seteq, double %c, double 0x7FF8000000000000		; <double> [#uses=0]
	%not = xor int %a, -1		; <int> [#uses=0]
	%never = xor bool %setne, true		; <bool> [#uses=1]
	ret bool %never
}
