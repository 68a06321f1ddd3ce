; Opaque types: each is different; one may be defined later.
%Handle = type opaque
%Later = type opaque
%Box = type { %Handle*, %Later* }
%Later = type { int }
%handle = external global %Handle
%boxes = global %Box { %Handle* %handle, %Later* null }
%unknown = external global opaque*
declare %Handle* %open(%Later*)
