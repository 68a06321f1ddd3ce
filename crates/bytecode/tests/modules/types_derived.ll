; Types that are made of others, by name and written out.
%Empty = type {}
%Pair = type { int, double }
%Table = type [ 4 x %Pair ]
%Nothing = type [0x ubyte]
%Procedure = type void ()
%Method = type int (%Pair*, ...)
%Any = type sbyte* (...)
"two words" = type { %Pair, [2 x { short }] }
%Same = type "two words"
%empty = external global %Empty
%table = external global %Table
%nothing = external global %Nothing
%methods = external global [2 x %Method*]
%result = external global %Procedure* (%Any*, int (int)*)*
%words = external global "two words"
%same = external global %Same*
