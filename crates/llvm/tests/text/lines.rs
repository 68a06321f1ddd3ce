//! Source lines of instructions in a text.

use pinnacle_llvm::parse;

/// `main` contains the code of `inner`, which was inlined into `outer`, which was inlined into
/// `main`.
const INLINED: &str = r#"
define i32 @main(i32 %x) !dbg !4 {
  %y = add i32 %x, 1, !dbg !9
  ret i32 %y, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "main.cc", directory: "/source")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 20, type: !3, unit: !0)
!5 = distinct !DISubprogram(name: "outer", linkageName: "_Z5outeri", scope: !1, file: !1, line: 10, type: !3, unit: !0)
!6 = !DIFile(filename: "inner.h", directory: "/include")
!7 = distinct !DISubprogram(name: "inner", linkageName: "_Z5inneri", scope: !6, file: !6, line: 3, type: !3, unit: !0)
!8 = !DILocation(line: 22, column: 3, scope: !4)
!9 = !DILocation(line: 4, column: 12, scope: !7, inlinedAt: !10)
!10 = distinct !DILocation(line: 11, column: 10, scope: !5, inlinedAt: !11)
!11 = distinct !DILocation(line: 21, column: 8, scope: !4)
"#;

#[test]
fn calls_that_were_inlined_are_known_with_their_functions() {
    let module = parse(INLINED.as_bytes()).expect("it is right");
    let sites = module.call_sites.iter();
    let sites: Vec<_> = sites.map(|site| (site.line, site.inlined_at)).collect();
    assert_eq!(sites, [(21, 0), (11, 1)]);
    let text = |name| String::from_utf8_lossy(module.names.get(name));
    let mut scopes: Vec<String> = (module.source_scopes.iter())
        .map(|scope| {
            let [file, directory, function, symbol] =
                [scope.file, scope.directory, scope.function, scope.symbol].map(text);
            format!("{directory}/{file}:{} {function} {symbol}", scope.line)
        })
        .collect();
    scopes.sort();
    assert_eq!(
        scopes,
        [
            "/include/inner.h:3 inner _Z5inneri",
            "/source/main.cc:10 outer _Z5outeri",
            "/source/main.cc:20 main ",
        ]
    );
}

#[test]
fn a_location_that_is_inlined_into_itself_ends() {
    let text = INLINED.replace("inlinedAt: !11", "inlinedAt: !9");
    let module = parse(text.as_bytes()).expect("it is right");
    assert!(module.call_sites.len() < 100);
}
