; Every way to leave a block, and values that are used before they stand there.
declare int %sum(int, ...)
declare void %throw()

int %all(int %a, long %b) {
entry:
	%which = cast long %b to uint
	switch uint %which, label %loop [ uint 0, label %call  uint 7, label %out ]
loop:
	%i = phi int [ 0, %entry ], [ %next, %body ]
	%more = setlt int %i, %a
	br bool %more, label %body, label %out
body:
	%next = add int %i, 1
	br label %loop
call:
	%many = call int (int, ...)* %sum(int 3, long %b, double 1.5, sbyte* null)
	%made = invoke int (int, ...)* %sum(int %many, int %a) to label %out except label %bad
bad:
	unwind
out:
	%result = phi int [ %a, %entry ], [ %i, %loop ], [ %made, %call ]
	ret int %result
}
