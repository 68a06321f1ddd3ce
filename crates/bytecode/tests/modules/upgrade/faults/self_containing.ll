; error: L1101: variable %t: a structure in memory, which has no size
%T = type { %T }
%t = external global %T
