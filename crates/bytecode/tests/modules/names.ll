; Names of all kinds; between quotation marks a backslash is only that, but for
; names with a percent sign before them.
%-a.b$c_1 = global int 1
"two words" = global int 2
"back\22slash" = global int 3
%"quotation \22mark\22" = global int 4
%"plain" = global int 5
"9" = global int 6
"line
break" = global int 7
%x = type { int }
%x = global %x { int 8 }

int "a function"(int %x) {
9:
	%y = add int %x, %x
	br label "the next"
"the next":
	"the sum" = add int %y, %x
	br label %add
add:
	br label %"\22"
%"\22":
	br label %-
-:
	ret int "the sum"
}
