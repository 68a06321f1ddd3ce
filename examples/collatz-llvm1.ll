; The longest Collatz sequence of a number below 100, in the assembly of
; LLVM 1.x (2003):
;
;   pinnacle as examples/collatz-llvm1.ll -o collatz.bc
;   pinnacle upgrade collatz.bc -o collatz.ll
;   lli-19 collatz.ll

%message = internal constant [29 x sbyte] c"%u needs %u steps, the most\0A\00"

declare int %printf(sbyte*, ...)

implementation

; How often a number is halved, or tripled with one added, until it is one.
uint %steps(uint %start) {
entry:
	br label %test

test:
	%n = phi uint [ %start, %entry ], [ %next, %step ]
	%count = phi uint [ 0, %entry ], [ %more, %step ]
	%done = seteq uint %n, 1
	br bool %done, label %out, label %step

step:
	%bit = and uint %n, 1
	%odd = cast uint %bit to bool
	%half = div uint %n, 2
	%three = mul uint %n, 3
	%up = add uint %three, 1
	%next = select bool %odd, uint %up, uint %half
	%more = add uint %count, 1
	br label %test

out:
	ret uint %count
}

int %main() {
entry:
	br label %loop

loop:
	%n = phi uint [ 1, %entry ], [ %following, %loop ]
	%best = phi uint [ 1, %entry ], [ %better, %loop ]
	%most = phi uint [ 0, %entry ], [ %larger, %loop ]
	%count = call uint %steps(uint %n)
	%wins = setgt uint %count, %most
	%better = select bool %wins, uint %n, uint %best
	%larger = select bool %wins, uint %count, uint %most
	%following = add uint %n, 1
	%again = setlt uint %following, 100
	br bool %again, label %loop, label %out

out:
	%text = getelementptr [29 x sbyte]* %message, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %text, uint %better, uint %larger)
	ret int 0
}
