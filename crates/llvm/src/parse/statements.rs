//! Divides a module into statements, and determines the order in which they are read.

use super::error::{Fault, Result, SyntaxErrorKind as E};
use super::lex::Kind;
use super::{MAX_SYNTAX_ERRORS, Parser};
use crate::natural::{align_naturally, align_some};

/// A kind of statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Statement {
    Type,
    /// A type that is only numbered (LLVM 2.x).
    UnnamedType,
    /// A variable, an alias or an ifunc.
    Global,
    /// A variable that is only numbered (LLVM 2.x).
    UnnamedGlobal,
    Define,
    Declare,
    Comdat,
    Group,
    /// A numbered node.
    Node,
    /// A named list of nodes.
    NamedNodes,
    /// The target, source name, assembly or libraries.
    Head,
    /// An entry of the summary for linking.
    SummaryEntry,
    /// Skipped: use-list orders.
    Skipped,
}

impl Parser<'_> {
    /// Reads the module. Errors are recorded.
    pub(super) fn module(&mut self) {
        let statements = match self.statements() {
            Ok(statements) => statements,
            Err(fault) => return self.faults.push(*fault),
        };
        self.tell_age();
        self.each(&statements, Self::step_names);
        if self.has_structural_types() {
            self.each(&statements, Self::step_types);
            self.settle(Self::settle_types);
            self.each(&statements, Self::step_groups);
        } else {
            self.each(&statements, Self::step_tables);
            self.check_types();
        }
        self.each(&statements, Self::step_heads);
        if self.is_as_written() {
            self.settle(Self::written_nodes);
            self.each(&statements, Self::step_aliases);
        }
        self.each(&statements, Self::step_contents);
        if let Some(updates) = self.says_alignments() {
            align_some(&mut self.module, updates);
        }
        if !self.faults.is_empty() || self.is_as_written() {
            return;
        }
        if let Err(fault) = self.finish() {
            self.faults.push(*fault);
        }
        align_naturally(&mut self.module);
    }

    /// Runs a step over all statements, unless there are errors from earlier steps. An error only
    /// ends its own statement.
    fn each(
        &mut self,
        statements: &[(Statement, usize)],
        step: fn(&mut Self, Statement, usize) -> Result<()>,
    ) {
        if !self.faults.is_empty() {
            return;
        }
        for (index, &(statement, start)) in statements.iter().enumerate() {
            self.at = start;
            self.depth = 0;
            let next = statements.get(index + 1);
            let end = next.map_or(self.tokens.len() - 1, |&(_, start)| start);
            if let Err(fault) = step(self, statement, end) {
                self.note(*fault);
            }
        }
    }

    /// Runs a step over the whole module, unless there are errors from earlier steps.
    fn settle(&mut self, step: fn(&mut Self) -> Result<()>) {
        if !self.faults.is_empty() {
            return;
        }
        self.depth = 0;
        if let Err(fault) = step(self) {
            self.note(*fault);
        }
    }

    fn note(&mut self, fault: Fault) {
        if self.faults.len() < MAX_SYNTAX_ERRORS {
            self.faults.push(fault);
        }
    }

    /// Divides the tokens into statements. Returns the index of the first token of each.
    fn statements(&self) -> Result<Vec<(Statement, usize)>> {
        let mut found = Vec::new();
        let mut open: Vec<(u8, usize)> = Vec::new();
        // True until the keyword of a definition is reached. Linkages come before it.
        let mut in_head = false;
        for (index, token) in self.tokens.iter().enumerate() {
            match token.kind {
                Kind::Symbol(bracket @ (b'(' | b'[' | b'{')) => open.push((bracket, index)),
                Kind::Symbol(bracket @ (b')' | b']' | b'}')) => {
                    let opened = open.pop().map(|(opened, _)| opened);
                    let fits = matches!(
                        (opened, bracket),
                        (Some(b'('), b')') | (Some(b'['), b']') | (Some(b'{'), b'}')
                    );
                    if !fits {
                        let bracket = char::from(bracket);
                        let message = format!("'{bracket}' has no matching opening bracket");
                        return self.fail_at(*token, E::Unbalanced, message);
                    }
                }
                _ if open.is_empty() => {
                    if let Some(statement) = self.statement_at(index) {
                        found.push((statement, index));
                        in_head = true;
                    } else if !in_head && self.begins_variable(index) {
                        found.push((Statement::UnnamedGlobal, index));
                        in_head = !self.is_kind_of_variable(index);
                    } else if in_head && self.ends_head(index) {
                        in_head = false;
                    } else if found.is_empty() && token.kind != Kind::End {
                        let message = "expected a definition or a declaration";
                        return self.fail_at(*token, E::Unexpected, message);
                    }
                }
                _ => {}
            }
        }
        if let Some(&(bracket, index)) = open.last() {
            let message = format!("'{}' is not closed", char::from(bracket));
            return self.fail_at(self.tokens[index], E::Unbalanced, message);
        }
        Ok(found)
    }

    /// Returns true if the token is a keyword for a kind of variable.
    fn is_kind_of_variable(&self, index: usize) -> bool {
        let token = self.tokens[index];
        token.kind == Kind::Word && matches!(self.slice(token), b"global" | b"constant")
    }

    /// Returns true if an unnamed variable begins at the token.
    fn begins_variable(&self, index: usize) -> bool {
        let token = self.tokens[index];
        self.is_kind_of_variable(index)
            || token.kind == Kind::Word
                && matches!(
                    self.slice(token),
                    b"external"
                        | b"internal"
                        | b"weak"
                        | b"linkonce"
                        | b"appending"
                        | b"extern_weak"
                        | b"dllimport"
                        | b"dllexport"
                        | b"common"
                        | b"private"
                        | b"hidden"
                        | b"thread_local"
                )
    }

    /// Returns true if the token shows that the name before it is defined as a variable or
    /// function. After `alias` more linkages may follow.
    fn ends_head(&self, index: usize) -> bool {
        let kind = self.tokens[index].kind;
        self.is_kind_of_variable(index)
            || matches!(kind, Kind::Global | Kind::GlobalNumber)
            || index > 0 && kind == Kind::Symbol(b'=') && {
                let before = self.tokens[index - 1].kind;
                !matches!(before, Kind::Global | Kind::GlobalNumber)
            }
    }

    /// Returns the kind of statement that begins at a token outside of all brackets.
    fn statement_at(&self, index: usize) -> Option<Statement> {
        let kind_at = |index: usize| self.tokens.get(index).map(|token| token.kind);
        let is_defined = kind_at(index + 1) == Some(Kind::Symbol(b'='));
        let token = self.tokens[index];
        Some(match token.kind {
            Kind::Local | Kind::LocalNumber if is_defined => Statement::Type,
            // In LLVM 2.0, types can have quoted names. String attributes have strings as values.
            Kind::String if is_defined && kind_at(index + 2) == Some(Kind::Word) => Statement::Type,
            Kind::Global | Kind::GlobalNumber if is_defined => Statement::Global,
            Kind::Comdat if is_defined => Statement::Comdat,
            Kind::Metadata if is_defined => Statement::NamedNodes,
            Kind::Summary if is_defined => Statement::SummaryEntry,
            Kind::Symbol(b'!')
                if kind_at(index + 1) == Some(Kind::Integer)
                    && kind_at(index + 2) == Some(Kind::Symbol(b'=')) =>
            {
                Statement::Node
            }
            Kind::Word => {
                let before = index.checked_sub(1).and_then(kind_at);
                match self.slice(token) {
                    b"define" => Statement::Define,
                    b"declare" => Statement::Declare,
                    b"attributes" => Statement::Group,
                    b"target" | b"module" | b"source_filename" | b"deplibs" => Statement::Head,
                    b"uselistorder" | b"uselistorder_bb" => Statement::Skipped,
                    b"type" if before != Some(Kind::Symbol(b'=')) => Statement::UnnamedType,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Checks that a statement ends where the next one begins.
    fn ends_at(&self, end: usize) -> Result<()> {
        if self.at == end {
            return Ok(());
        }
        self.unexpected("the end of the statement")
    }

    /// Records the names of types, comdats and nodes.
    fn step_names(&mut self, statement: Statement, end: usize) -> Result<()> {
        match statement {
            Statement::Type => self.type_name(),
            Statement::UnnamedType => self.unnamed_type(),
            Statement::Node => self.node_name(),
            Statement::Comdat => {
                self.comdat_definition()?;
                self.ends_at(end)
            }
            Statement::Head => {
                self.head()?;
                self.ends_at(end)
            }
            _ => Ok(()),
        }
    }

    /// Reads types and groups of attributes.
    fn step_tables(&mut self, statement: Statement, end: usize) -> Result<()> {
        self.step_types(statement, end)?;
        self.step_groups(statement, end)
    }

    fn step_types(&mut self, statement: Statement, end: usize) -> Result<()> {
        match statement {
            Statement::Type | Statement::UnnamedType => self.type_definition()?,
            _ => return Ok(()),
        }
        self.ends_at(end)
    }

    fn step_groups(&mut self, statement: Statement, end: usize) -> Result<()> {
        match statement {
            Statement::Group => self.group_definition()?,
            _ => return Ok(()),
        }
        self.ends_at(end)
    }

    /// Reads aliases whose type is given only by an expression, because pointers to them need that
    /// type.
    fn step_aliases(&mut self, statement: Statement, _: usize) -> Result<()> {
        match statement {
            Statement::Global => self.untyped_alias(),
            _ => Ok(()),
        }
    }

    /// Declares the global that a statement defines or declares.
    fn step_heads(&mut self, statement: Statement, _: usize) -> Result<()> {
        match statement {
            Statement::Global | Statement::UnnamedGlobal => self.declare_global(),
            Statement::Define | Statement::Declare => self.declare_function(),
            _ => Ok(()),
        }
    }

    /// Reads the contents of globals, and lists of nodes.
    fn step_contents(&mut self, statement: Statement, end: usize) -> Result<()> {
        match statement {
            Statement::Global | Statement::UnnamedGlobal => self.global_contents()?,
            Statement::Define => self.function_contents(true)?,
            Statement::Declare => self.function_contents(false)?,
            Statement::NamedNodes => self.named_nodes()?,
            Statement::SummaryEntry if !self.is_as_written() => self.summary_entry()?,
            _ => return Ok(()),
        }
        self.ends_at(end)
    }
}
