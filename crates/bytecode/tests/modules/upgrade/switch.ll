; Many cases, of types with and without a sign.
%fmt = internal constant [4 x sbyte] c"%d \00"
declare int %printf(sbyte*, ...)
int %letters(sbyte %c) {
	switch sbyte %c, label %other [
		sbyte -128, label %low
		sbyte -1, label %minus
		sbyte 0, label %zero
		sbyte 65, label %vowel
		sbyte 69, label %vowel
		sbyte 73, label %vowel
		sbyte 79, label %vowel
		sbyte 85, label %vowel
		sbyte 127, label %high ]
low:
	ret int 1
minus:
	ret int 2
zero:
	ret int 3
vowel:
	ret int 4
high:
	ret int 5
other:
	ret int 6
}
int %wide(ulong %n) {
entry:
	switch ulong %n, label %join [
		ulong 18446744073709551615, label %join
		ulong 9223372036854775808, label %a
		ulong 1000000000000, label %a
		ulong 7, label %b ]
a:
	br label %join
b:
	br label %join
join:
	%r = phi int [ 0, %entry ], [ 0, %entry ], [ 1, %a ], [ 2, %b ]
	ret int %r
}
void %show(int %v) {
	%f = getelementptr [4 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %v)
	ret void
}
int %main() {
entry:
	br label %loop
loop:
	%i = phi int [ 0, %entry ], [ %i2, %loop ]
	%count = phi int [ 0, %entry ], [ %count2, %loop ]
	%c = cast int %i to sbyte
	%v = call int %letters(sbyte %c)
	%six = seteq int %v, 6
	%six1 = cast bool %six to int
	%count2 = add int %count, %six1
	%i2 = add int %i, 1
	%more = setlt int %i2, 256
	br bool %more, label %loop, label %out
out:
	call void %show(int %count2)
	%a = call int %letters(sbyte -128)
	call void %show(int %a)
	%b = call int %letters(sbyte 85)
	call void %show(int %b)
	%w1 = call int %wide(ulong 18446744073709551615)
	call void %show(int %w1)
	%w2 = call int %wide(ulong 9223372036854775808)
	call void %show(int %w2)
	%w3 = call int %wide(ulong 7)
	call void %show(int %w3)
	ret int 0
}
