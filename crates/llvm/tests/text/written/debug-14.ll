; ModuleID = 'x.c'
source_filename = "x.c"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.pair = type { i32, i8* }

@counter = global i32 0, align 4, !dbg !0
@limit = external global i32, !about !27

define i32 @sum(i32 %n, %struct.pair* %p) !dbg !35 !prof !42 {
entry:
  %slot = alloca i32, align 4
  store i32 %n, i32* %slot, align 4
  call void @llvm.dbg.declare(metadata i32* %slot, metadata !43, metadata !DIExpression()), !dbg !44
  call void @llvm.dbg.declare(metadata %struct.pair* %p, metadata !45, metadata !DIExpression(DW_OP_deref)), !dbg !46
  %sum = add i32 %n, 1, !dbg !47
  %twice = mul i32 %sum, 2, !dbg !49
  ret i32 %twice, !dbg !56
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #0

declare void @elsewhere()

attributes #0 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!30, !31}
!llvm.ident = !{!32}
!generic = !{!33, !34}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", linkageName: "_counter", scope: !2, file: !3, line: 3, type: !6, isLocal: false, isDefinition: true, align: 64)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "a compiler", isOptimized: true, flags: "-g -O1", runtimeVersion: 0, splitDebugFilename: "x.dwo", emissionKind: FullDebug, enums: !4, retainedTypes: !10, globals: !19, imports: !20, macros: !22, dwoId: 77, splitDebugInlining: false)
!3 = !DIFile(filename: "x.c", directory: "/a \22folder\22")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "colour", scope: !2, file: !3, line: 5, baseType: !6, size: 32, align: 32, elements: !7, identifier: "colour")
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "red", value: 0)
!9 = !DIEnumerator(name: "none", value: -1)
!10 = !{!11, !12, !16}
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !3, line: 8, size: 128, elements: !13)
!13 = !{!14, !15}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !12, file: !3, line: 9, baseType: !6, size: 32, flags: DIFlagBitField, extraData: i64 0)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "second", scope: !12, file: !3, line: 10, baseType: !11, size: 64, align: 64, offset: 64)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 320, flags: DIFlagVector, elements: !17)
!17 = !{!18}
!18 = !DISubrange(count: 10, lowerBound: -2)
!19 = !{!0}
!20 = !{!21}
!21 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "same", scope: !2, entity: !12, line: 30)
!22 = !{!23}
!23 = !DIMacroFile(file: !3, nodes: !24)
!24 = !{!25, !26}
!25 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "LIMIT", value: "7")
!26 = !DIMacro(type: DW_MACINFO_undef, name: "LIMIT")
!27 = !{!"of a variable", !28, !29}
!28 = !DIObjCProperty(name: "property", file: !3, line: 40, setter: "get", getter: "set", attributes: 7, type: !6)
!29 = !DIModule(scope: !2, name: "Module", includePath: "/usr/include")
!30 = !{i32 2, !"Dwarf Version", i32 4}
!31 = !{i32 2, !"Debug Info Version", i32 3}
!32 = !{!"a compiler"}
!33 = distinct !GenericDINode(tag: DW_TAG_member, header: "a header", operands: {!6, null, !"text"})
!34 = !{!DIExpression(DW_OP_constu, 4, DW_OP_stack_value)}
!35 = distinct !DISubprogram(name: "sum", linkageName: "_sum", scope: !3, file: !3, line: 12, type: !36, scopeLine: 13, virtualIndex: 2, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagDefinition | DISPFlagOptimized, unit: !2, templateParams: !39)
!36 = !DISubroutineType(cc: DW_CC_nocall, types: !37)
!37 = !{!6, !6, !38}
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!39 = !{!40, !41}
!40 = !DITemplateTypeParameter(name: "T", type: !6)
!41 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "N", type: !6, value: i32 3)
!42 = !{!"function_entry_count", i64 100}
!43 = !DILocalVariable(name: "n", arg: 1, scope: !35, file: !3, line: 12, type: !6)
!44 = !DILocation(line: 12, column: 13, scope: !35)
!45 = !DILocalVariable(name: "p", arg: 2, scope: !35, file: !3, line: 12, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer, align: 32)
!46 = !DILocation(line: 12, column: 29, scope: !35)
!47 = !DILocation(line: 0, scope: !48)
!48 = distinct !DILexicalBlock(scope: !35, file: !3, line: 14, column: 5)
!49 = !DILocation(line: 2, column: 1, scope: !50, inlinedAt: !54)
!50 = distinct !DISubprogram(name: "inlined", scope: !51, file: !3, line: 1, type: !52, scopeLine: 1, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, thrownTypes: !10)
!51 = !DINamespace(name: "space", scope: null, exportSymbols: true)
!52 = !DISubroutineType(types: !53)
!53 = !{null}
!54 = distinct !DILocation(line: 15, column: 9, scope: !55)
!55 = !DILexicalBlockFile(scope: !48, file: !3, discriminator: 2)
!56 = !DILocation(line: 17, column: 3, scope: !55)
