; Arrays and structures; what is all zeros is the same however it is written.
%Pair = type { int, [2 x float] }
%pair = global %Pair { int 1, [2 x float] [ float 1.0, float 2.0 ] }
%nested = global [2 x %Pair] [ %Pair { int 1, [2 x float] zeroinitializer }, %Pair zeroinitializer ]
%zeros = global %Pair { int 0, [2 x float] [ float 0.0, float 0.0 ] }
%none = global {} {}
%no_elements = global [0 x int] []
%number = global uint zeroinitializer
%pointer = global %Pair* zeroinitializer
