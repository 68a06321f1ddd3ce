; A type may be defined more than once if it is the same each time.
%Node = type { %Node*, %Number }
%Number = type int
%Node = type { %Node*, int }
%Number = type int
%node = external global %Node
