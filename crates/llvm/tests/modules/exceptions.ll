; Landing pads and funclets.
@type = external constant ptr

declare void @may.throw()
declare i32 @personality(...)

define i32 @landing() personality ptr @personality {
entry:
  invoke void @may.throw()
          to label %good unwind label %bad
good:
  %r = invoke i32 @value(i32 4)
          to label %end unwind label %clean
bad:
  %pad = landingpad { ptr, i32 }
          catch ptr @type
          filter [1 x ptr] [ptr @type]
          catch ptr null
  %thrown = extractvalue { ptr, i32 } %pad, 0
  ret i32 1
clean:
  %pad.2 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad.2
end:
  ret i32 %r
}

declare i32 @value(i32)

define void @funclets() personality ptr @personality {
entry:
  invoke void @may.throw()
          to label %done unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler, label %second] unwind label %cleanup
handler:
  %cp = catchpad within %cs [ptr @type, i32 64, ptr null]
  call void @may.throw() [ "funclet"(token %cp) ]
  catchret from %cp to label %done
second:
  %cp2 = catchpad within %cs [ptr null, i32 64, ptr null]
  catchret from %cp2 to label %done
cleanup:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller
done:
  ret void
}
