	%same = type { int }
	"two words" = type { int }
%same = external global %same		; <%same*> [#uses=0]
"a name" = external global int		; <int*> [#uses=0]
"9lives" = external global int		; <int*> [#uses=0]
"dollar$" = external global int		; <int*> [#uses=0]
"highÿ" = external global int		; <int*> [#uses=0]
"back\22slash" = external global int		; <int*> [#uses=0]
%"quotation \22 mark \5C" = external global int		; <int*> [#uses=0]
%"line\0Abreak" = external global int		; <int*> [#uses=0]
%-._9 = external global int		; <int*> [#uses=0]

implementation   ; Functions:

int "a function"(int %same) {
9start$:		; No predecessors!
	%local = type [2 x long]
	"the square" = mul int %same, %same		; <int> [#uses=1]
	br label %"the \22end\22"

%"the \22end\22":		; preds = "9start$"
	ret int "the square"
}
