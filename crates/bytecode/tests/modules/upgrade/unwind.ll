; Unwinding through frames, from handlers, and values that survive it.
%fmt = internal constant [7 x sbyte] c"%d %d\0A\00"
declare int %printf(sbyte*, ...)
void %show(int %a, int %b) {
	%f = getelementptr [7 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %a, int %b)
	ret void
}
void %down(int %depth) {
	%end = seteq int %depth, 0
	br bool %end, label %stop, label %more
stop:
	unwind
more:
	%d = sub int %depth, 1
	call void %down(int %d)
	call void %show(int -1, int -1)
	ret void
}
; Returns 1 if it unwound, 0 otherwise; the phi has both ways in.
int %caught(int %depth) {
entry:
	%neg = setlt int %depth, 0
	br bool %neg, label %out, label %try
try:
	invoke void %down(int %depth) to label %out except label %out
out:
	%r = phi int [ 0, %entry ], [ 1, %try ], [ 1, %try ]
	ret int %r
}
; The handler cleans up and unwinds on, three times.
int %nested(int %depth) {
	invoke void %inner1(int %depth) to label %ok except label %bad
ok:
	ret int 0
bad:
	call void %show(int 1, int %depth)
	ret int 9
}
void %inner1(int %depth) {
	invoke void %inner2(int %depth) to label %ok except label %bad
ok:
	ret void
bad:
	call void %show(int 2, int %depth)
	unwind
}
void %inner2(int %depth) {
	invoke void %down(int %depth) to label %ok except label %bad
ok:
	ret void
bad:
	call void %show(int 3, int %depth)
	invoke void %down(int 1) to label %ok except label %again
again:
	call void %show(int 4, int %depth)
	unwind
}
int %answer(int %x) {
	ret int %x
}
int %through(int (int)* %f) {
	%v = invoke int %f(int 42) to label %ok except label %bad
ok:
	ret int %v
bad:
	ret int -1
}
int %main() {
entry:
	%a = call int %caught(int 5)
	%b = call int %caught(int -5)
	call void %show(int %a, int %b)		; 1 0
	%c = call int %nested(int 3)
	call void %show(int %c, int 0)		; 3 3, 4 3, 2 3, 1 3, 9 0
	%d = call int %through(int (int)* %answer)
	call void %show(int %d, int 0)		; 42 0
	br label %loop
loop:
	%i = phi int [ 0, %entry ], [ %i2, %next ]
	%s = phi int [ 0, %entry ], [ %s2, %next ]
	%one = call int %caught(int 2)
	%s2 = add int %s, %one
	%i2 = add int %i, 1
	br label %next
next:
	%c2 = setlt int %i2, 1000
	br bool %c2, label %loop, label %out
out:
	call void %show(int %s2, int 0)		; 1000 0
	ret int 3
}
