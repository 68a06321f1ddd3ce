%sbytes = global [3 x sbyte] [ sbyte 127, sbyte -128, sbyte 127 ]		; <[3 x sbyte]*> [#uses=0]
%ubytes = global [3 x ubyte] c"\00\FF\FF"		; <[3 x ubyte]*> [#uses=0]
%shorts = global [2 x short] [ short 32767, short -32768 ]		; <[2 x short]*> [#uses=0]
%ushorts = global [1 x ushort] [ ushort 65535 ]		; <[1 x ushort]*> [#uses=0]
%ints = global [3 x int] [ int 2147483647, int -2147483648, int 16 ]		; <[3 x int]*> [#uses=0]
%uints = global [2 x uint] [ uint 4294967295, uint 3735928559 ]		; <[2 x uint]*> [#uses=0]
%longs = global [3 x long] [ long 9223372036854775807, long -9223372036854775808, long -2 ]		; <[3 x long]*> [#uses=0]
%ulongs = global [2 x ulong] [ ulong 18446744073709551615, ulong 9223372036854775808 ]		; <[2 x ulong]*> [#uses=0]
%bools = global [2 x bool] [ bool true, bool false ]		; <[2 x bool]*> [#uses=0]

implementation   ; Functions:

long %bits(long %x) {
	%all = xor long %x, -1		; <long> [#uses=1]
	%top = and long %all, -9223372036854775808		; <long> [#uses=1]
	ret long %top
}
