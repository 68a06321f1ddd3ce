; Types without names have numbers in their order.
type { int, %1* }
type { double }
%first = global %0* null
%second = global %1 { double 2.0 }
