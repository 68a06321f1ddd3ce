
implementation   ; Functions:

void %instructions(int %i, bool %b, uint %u, ubyte %s, sbyte* %list) {
	add int %i, 5		; <int>:0 [#uses=0]
	sub int %i, 5		; <int>:1 [#uses=0]
	mul int %i, 5		; <int>:2 [#uses=0]
	div int %i, 5		; <int>:3 [#uses=0]
	rem int %i, 5		; <int>:4 [#uses=0]
	and int %i, 5		; <int>:5 [#uses=0]
	or int %i, 5		; <int>:6 [#uses=0]
	xor int %i, 5		; <int>:7 [#uses=0]
	seteq int %i, 5		; <bool>:0 [#uses=0]
	setne int %i, 5		; <bool>:1 [#uses=0]
	setle int %i, 5		; <bool>:2 [#uses=0]
	setge int %i, 5		; <bool>:3 [#uses=0]
	setlt int %i, 5		; <bool>:4 [#uses=0]
	setgt int %i, 5		; <bool>:5 [#uses=0]
	shl int %i, ubyte 3		; <int>:8 [#uses=0]
	shr int %i, ubyte %s		; <int>:9 [#uses=0]
	shl ubyte %s, ubyte %s		; <ubyte>:0 [#uses=0]
	malloc int		; <int*>:0 [#uses=0]
	alloca { int, double }		; <{ int, double }*>:0 [#uses=0]
	malloc int, uint 5		; <int*>:1 [#uses=0]
	alloca { int, double }, uint 5		; <{ int, double }*>:1 [#uses=0]
	malloc int, uint %u		; <int*>:2 [#uses=0]
	alloca { int, double }, uint %u		; <{ int, double }*>:2 [#uses=0]
	%memory = alloca int		; <int*> [#uses=4]
	%pair = malloc { int, double }		; <{ int, double }*> [#uses=4]
	load int* %memory		; <int>:10 [#uses=0]
	store int 1, int* %memory
	volatile load int* %memory		; <int>:11 [#uses=0]
	volatile store int 1, int* %memory
	getelementptr { int, double }* %pair		; <{ int, double }*>:3 [#uses=0]
	getelementptr { int, double }* %pair, long 0		; <{ int, double }*>:4 [#uses=0]
	getelementptr { int, double }* %pair, long 0, uint 1		; <double*>:0 [#uses=0]
	free { int, double }* %pair
	cast int %i to double		; <double>:0 [#uses=0]
	vaarg sbyte* %list, double		; <double>:1 [#uses=0]
	vanext sbyte* %list, { int, double }*		; <sbyte*>:0 [#uses=0]
	select bool %b, int %i, int 1		; <int>:12 [#uses=0]
	select bool %b, bool %b, bool %b		; <bool>:6 [#uses=0]
	ret void
}
