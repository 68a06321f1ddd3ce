	%x = type { int }
"-a.b$c_1" = global int 1		; <int*> [#uses=0]
"two words" = global int 2		; <int*> [#uses=0]
"back\22slash" = global int 3		; <int*> [#uses=0]
%"quotation \22mark\22" = global int 4		; <int*> [#uses=0]
%plain = global int 5		; <int*> [#uses=0]
"9" = global int 6		; <int*> [#uses=0]
%"line\0Abreak" = global int 7		; <int*> [#uses=0]
%x = global %x { int 8 }		; <%x*> [#uses=0]

implementation   ; Functions:

int "a function"(int %x) {
9:
	%y = add int %x, %x		; <int> [#uses=1]
	br label "the next"

"the next":		; preds = "9"
	"the sum" = add int %y, %x		; <int> [#uses=1]
	br label %add

add:		; preds = "the next"
	br label %"\22"

%"\22":		; preds = %add
	br label %-

-:		; preds = %"\22"
	ret int "the sum"
}
