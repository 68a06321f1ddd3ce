; Integers at the bounds of their types, in both bases.
%sbytes = global [3 x sbyte] [ sbyte 127, sbyte -128, sbyte s0x7F ]
%ubytes = global [3 x ubyte] [ ubyte 0, ubyte 255, ubyte u0xfF ]
%shorts = global [2 x short] [ short 32767, short -32768 ]
%ushorts = global [1 x ushort] [ ushort 65535 ]
%ints = global [3 x int] [ int 2147483647, int -2147483648, int u0x10 ]
%uints = global [2 x uint] [ uint 4294967295, uint u0xDEADBEEF ]
%longs = global [3 x long] [ long 9223372036854775807, long -9223372036854775808, long s0xFFFFFFFFFFFFFFFE ]
%ulongs = global [2 x ulong] [ ulong 18446744073709551615, ulong u0x8000000000000000 ]
%bools = global [2 x bool] [ bool true, bool false ]

long %bits(long %x) {
	; In an operand, the bits of a number without a sign may be those of a
	; negative one.
	%all = xor long %x, 18446744073709551615
	%top = and long %all, u0x8000000000000000
	ret long %top
}
