; Arrays of bytes are strings if their elements are plain numbers. In their plane
; strings come first, whatever the order of the globals is.
%word = internal constant [3 x sbyte] c"abc"
%address = internal global [3 x sbyte] [ sbyte 1, sbyte cast (int* %number to sbyte), sbyte 2 ]
%other = internal constant [3 x sbyte] [ sbyte 100, sbyte 101, sbyte 102 ]
%again = internal constant [3 x sbyte] c"abc"
%zeros = internal constant [3 x sbyte] c"\00\00\00"
%empty = internal constant [0 x sbyte] zeroinitializer
%unsigned = internal constant [2 x ubyte] [ ubyte 255, ubyte 0 ]
%number = external global int
