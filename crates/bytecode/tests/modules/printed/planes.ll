%x = global int 1		; <int*> [#uses=1]
%x = global uint 2		; <uint*> [#uses=1]

implementation   ; Functions:

double %planes(int %x, double %x) {
	%y = load int* %x		; <int> [#uses=1]
	%x = alloca int		; <int*> [#uses=1]
	store int %y, int* %x
	%z = load uint* %x		; <uint> [#uses=1]
	%x = cast uint %z to float		; <float> [#uses=1]
	%x = cast float %x to bool		; <bool> [#uses=1]
	br bool %x, label %x, label %y

x:		; preds = %0
	ret double %x

y:		; preds = %0
	%sum = add double %x, %x		; <double> [#uses=1]
	ret double %sum
}
