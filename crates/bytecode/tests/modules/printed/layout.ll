	%T = type { int, [2 x sbyte] }
%g = global %T { int 1, [2 x sbyte] c"ab" }		; <%T*> [#uses=0]
%h = external global %T*		; <%T**> [#uses=0]

implementation   ; Functions:

declare void %f(int, ...)

int %k(int %x) {
	%y = add int %x, 1		; <int> [#uses=1]
	br label %l

l:		; preds = %0
	ret int %y
}
