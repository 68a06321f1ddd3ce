//! Estimates the size of a shader in the driver before the driver sees it.
//!
//! The length of a macro's expansion can double with every line, and so can the code of functions
//! that call each other, once the driver has inlined them. A text of a few hundred bytes can then
//! take gigabytes. Therefore macros are expanded here, up to a limit, and calls are counted.
//!
//! If the text does not determine the outcome of a conditional, both branches are used, and a macro
//! keeps all of its definitions. The estimate may be too large, but is never too small.

use std::collections::HashMap;

/// Maximum size of a shader in tokens, with every call inlined.
pub(super) const MAX_TOKENS: u64 = 1 << 17;
/// Maximum length of a statement in tokens. The driver recurses on expressions.
const MAX_STATEMENT: u32 = 1 << 13;
/// Maximum nesting depth of macro arguments.
const MAX_NESTING: u32 = 100;

/// Maximum number of parameters of a macro.
const MAX_PARAMETERS: usize = 256;
/// Maximum number of definitions of a macro in branches that are both used.
const MAX_DEFINITIONS: usize = 64;

/// The reason why a shader is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TooLarge {
    /// Expanding macros or inlining functions exceeds the bound.
    Tokens,
    /// A statement exceeds [`MAX_STATEMENT`].
    Statement,
    /// Arguments of macros exceed [`MAX_NESTING`].
    Nesting,
}

impl TooLarge {
    /// Returns the line of the information log.
    pub(super) fn log(self) -> String {
        let text = match self {
            TooLarge::Tokens => format!(
                "the shader has more than {MAX_TOKENS} tokens once macros are expanded and functions inlined; use fewer nested macros or calls"
            ),
            TooLarge::Statement => {
                format!("a statement has more than {MAX_STATEMENT} tokens; split it")
            }
            TooLarge::Nesting => {
                format!("macro arguments are nested more than {MAX_NESTING} levels deep")
            }
        };
        format!("ERROR: 0:1: '' : {text}\n")
    }
}

/// A token: punctuation of some kind, or an identifier by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Open,
    Close,
    OpenBlock,
    CloseBlock,
    Comma,
    Semicolon,
    Other,
    Name(u32),
    /// A name that is not expanded, because it occurred inside its own macro.
    Plain(u32),
}

impl Token {
    fn name(self) -> Option<u32> {
        match self {
            Token::Name(name) | Token::Plain(name) => Some(name),
            _ => None,
        }
    }
}

/// A macro definition.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Definition {
    /// The names of its parameters, if it has a parameter list.
    parameters: Option<Vec<u32>>,
    body: Vec<Token>,
}

/// The meaning of a name.
#[derive(Clone, Default, Debug)]
struct Macro {
    definitions: Vec<Definition>,
    /// True if it was defined or undefined in a conditional whose outcome is unknown.
    is_unsure: bool,
    /// Number of its expansions in progress.
    active: u32,
}

/// A branch of a conditional. `None` means unknown.
#[derive(Clone, Copy)]
struct Branch {
    /// True if the branch is taken.
    taken: Option<bool>,
    /// True if this branch or an earlier one is taken.
    was_taken: Option<bool>,
}

impl Branch {
    /// Moves to the next branch, at `#elif` or `#else`.
    fn next(&mut self, condition: Option<bool>) {
        self.taken = match (self.was_taken, condition) {
            (Some(true), _) | (_, Some(false)) => Some(false),
            (Some(false), condition) => condition,
            (None, _) => None,
        };
        self.was_taken = match (self.was_taken, self.taken) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (was_taken, Some(false)) => was_taken,
            (_, None) => None,
        };
    }
}

enum Item {
    Token(Token),
    End(u32),
}

/// Returns the text without comments, and with continued lines joined.
fn stripped(source: &str) -> String {
    let source = source.replace("\\\r\n", " ").replace("\\\n", " ");
    let mut text = String::with_capacity(source.len());
    let mut rest = source.as_str();
    while let Some(at) = rest.find('/') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            text.push(' ');
            rest = rest[2..].find("*/").map_or("", |end| &rest[end + 4..]);
        } else {
            text.push('/');
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
    text
}

/// Returns the size of a shader in tokens.
///
/// # Errors
///
/// Fails if it exceeds a bound.
pub(super) fn shader_size(source: &str) -> Result<u64, TooLarge> {
    let text = stripped(source);
    let mut size = Size::default();
    for line in text.split(['\n', '\r']) {
        match line.trim_start().strip_prefix('#') {
            Some(directive) => size.directive(directive.trim())?,
            None if size.branches.iter().any(|one| one.taken == Some(false)) => {}
            None => {
                size.tokens(line)?;
            }
        }
    }
    let line = std::mem::take(&mut size.line);
    let mut output = std::mem::take(&mut size.output);
    size.expand(line, 0, &mut output)?;
    let inlined = inlined(&output)?;
    Ok(inlined.max(size.work))
}

#[derive(Default)]
struct Size {
    numbers: HashMap<String, u32>,
    macros: HashMap<u32, Macro>,
    branches: Vec<Branch>,
    /// Tokens not expanded yet: a macro call may span several lines.
    line: Vec<Token>,
    output: Vec<Token>,
    /// Number of tokens processed.
    work: u64,
}

impl Size {
    fn spend(&mut self, tokens: usize) -> Result<(), TooLarge> {
        self.work += tokens as u64;
        match self.work > MAX_TOKENS {
            true => Err(TooLarge::Tokens),
            false => Ok(()),
        }
    }

    fn scan(&mut self, line: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |one: char| one.is_ascii_alphanumeric() || one == '_' || one == '.';
            let len = match first {
                first if first.is_ascii_alphabetic() || first == '_' => {
                    let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_');
                    end.unwrap_or(rest.len())
                }
                first if first.is_ascii_digit() => {
                    rest.find(|one| !is_word(one)).unwrap_or(rest.len())
                }
                first => first.len_utf8(),
            };
            tokens.push(match first {
                '(' => Token::Open,
                ')' => Token::Close,
                '{' => Token::OpenBlock,
                '}' => Token::CloseBlock,
                ',' => Token::Comma,
                ';' => Token::Semicolon,
                first if first.is_ascii_alphabetic() || first == '_' => {
                    Token::Name(self.number(&rest[..len]))
                }
                _ => Token::Other,
            });
            rest = rest[len..].trim_start();
        }
        tokens
    }

    fn number(&mut self, name: &str) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(name.to_owned()).or_insert(next)
    }

    /// Processes a line of the source text.
    fn tokens(&mut self, line: &str) -> Result<(), TooLarge> {
        let tokens = self.scan(line);
        self.spend(tokens.len())?;
        self.line.extend(tokens);
        Ok(())
    }

    fn directive(&mut self, directive: &str) -> Result<(), TooLarge> {
        let end = directive.find(|one: char| !one.is_ascii_alphabetic());
        let (word, rest) = directive.split_at(end.unwrap_or(directive.len()));
        let rest = rest.trim();
        let is_dead = self.branches.iter().any(|one| one.taken == Some(false));
        match word {
            "if" | "ifdef" | "ifndef" => {
                let taken = self.condition(word, rest);
                let was_taken = taken;
                self.branches.push(Branch { taken, was_taken });
            }
            "elif" | "else" => {
                let condition = match word {
                    "else" => Some(true),
                    _ => self.condition("if", rest),
                };
                if let Some(branch) = self.branches.last_mut() {
                    branch.next(condition);
                }
            }
            "endif" => {
                self.branches.pop();
            }
            "define" | "undef" if !is_dead => {
                // The preceding text is expanded with the macros defined so far.
                let line = std::mem::take(&mut self.line);
                let mut output = std::mem::take(&mut self.output);
                self.expand(line, 0, &mut output)?;
                self.output = output;
                self.define(word == "define", rest)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Evaluates a condition. Returns `None` if the text does not determine it.
    fn condition(&mut self, word: &str, rest: &str) -> Option<bool> {
        let name = |text: &str| {
            let text = text
                .trim()
                .trim_start_matches('(')
                .trim_end_matches(')')
                .trim();
            let is_name = text
                .chars()
                .all(|one| one.is_ascii_alphanumeric() || one == '_');
            (is_name && !text.is_empty()).then(|| text.to_owned())
        };
        match word {
            "ifdef" => self.is_defined(&name(rest)?),
            "ifndef" => self.is_defined(&name(rest)?).map(|is| !is),
            _ => {
                if let Ok(number) = rest.parse::<i64>() {
                    return Some(number != 0);
                }
                let (is_negated, test) = match rest.strip_prefix('!') {
                    Some(test) => (true, test.trim_start()),
                    None => (false, rest),
                };
                let is = self.is_defined(&name(test.strip_prefix("defined")?)?)?;
                Some(is != is_negated)
            }
        }
    }

    fn is_defined(&mut self, name: &str) -> Option<bool> {
        if name == "GL_ES" {
            return Some(true);
        }
        // The driver defines such names itself.
        if name.starts_with("GL_") || name.starts_with("__") {
            return None;
        }
        let number = self.number(name);
        match self.macros.get(&number) {
            Some(one) if one.is_unsure => None,
            Some(one) => Some(!one.definitions.is_empty()),
            None => Some(false),
        }
    }

    fn define(&mut self, is_definition: bool, rest: &str) -> Result<(), TooLarge> {
        let is_sure = self.branches.iter().all(|one| one.taken == Some(true));
        let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_');
        let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
        let number = self.number(name);
        let mut definition = None;
        if is_definition {
            let (parameters, body) = match rest.strip_prefix('(').and_then(|it| it.split_once(')'))
            {
                Some((list, body)) => {
                    let names = list.split(',').map(str::trim).filter(|it| !it.is_empty());
                    let names: Vec<_> = names.map(|name| self.number(name)).collect();
                    if names.len() > MAX_PARAMETERS {
                        return Err(TooLarge::Tokens);
                    }
                    (Some(names), body)
                }
                None => (None, rest),
            };
            let body = self.scan(body);
            self.spend(body.len() + 1)?;
            definition = Some(Definition { parameters, body });
        }
        let one = self.macros.entry(number).or_default();
        if is_sure {
            one.definitions.clear();
        }
        one.is_unsure = !is_sure;
        if let Some(definition) = definition
            && !one.definitions.contains(&definition)
        {
            one.definitions.push(definition);
        }
        match one.definitions.len() > MAX_DEFINITIONS {
            true => Err(TooLarge::Tokens),
            false => Ok(()),
        }
    }

    /// Expands tokens, as the C preprocessor does.
    fn expand(
        &mut self,
        tokens: Vec<Token>,
        depth: u32,
        output: &mut Vec<Token>,
    ) -> Result<(), TooLarge> {
        if depth > MAX_NESTING {
            return Err(TooLarge::Nesting);
        }
        if self.macros.is_empty() {
            output.extend(tokens);
            return Ok(());
        }
        let mut input: Vec<Item> = tokens.into_iter().rev().map(Item::Token).collect();
        while let Some(item) = input.pop() {
            let token = match item {
                Item::Token(token) => token,
                Item::End(name) => {
                    self.end(name);
                    continue;
                }
            };
            let Token::Name(name) = token else {
                output.push(token);
                continue;
            };
            let Some(one) = self
                .macros
                .get(&name)
                .filter(|it| !it.definitions.is_empty())
            else {
                output.push(token);
                continue;
            };
            if one.active > 0 {
                output.push(Token::Plain(name));
                continue;
            }
            let definitions = one.definitions.clone();
            let has_list = definitions.iter().any(|it| it.parameters.is_some());
            let arguments = match has_list {
                true => self.arguments(&mut input),
                false => None,
            };
            let mut expanded = Vec::new();
            for argument in arguments.iter().flatten() {
                let mut tokens = Vec::new();
                self.expand(argument.clone(), depth + 1, &mut tokens)?;
                expanded.push(tokens);
            }
            let mut body = Vec::new();
            for definition in &definitions {
                match (&definition.parameters, &arguments) {
                    (None, _) => {
                        self.spend(definition.body.len())?;
                        body.extend(&definition.body);
                    }
                    (Some(parameters), Some(_)) => {
                        self.substitute(parameters, &definition.body, &expanded, &mut body)?;
                    }
                    (Some(_), None) => body.push(Token::Plain(name)),
                }
            }
            input.push(Item::End(name));
            input.extend(body.into_iter().rev().map(Item::Token));
            if let Some(one) = self.macros.get_mut(&name) {
                one.active += 1;
            }
        }
        Ok(())
    }

    fn end(&mut self, name: u32) {
        if let Some(one) = self.macros.get_mut(&name) {
            one.active = one.active.saturating_sub(1);
        }
    }

    fn substitute(
        &mut self,
        parameters: &[u32],
        body: &[Token],
        arguments: &[Vec<Token>],
        output: &mut Vec<Token>,
    ) -> Result<(), TooLarge> {
        for &token in body {
            let place = token
                .name()
                .and_then(|name| parameters.iter().position(|one| *one == name));
            match place.map(|place| arguments.get(place)) {
                Some(Some(argument)) => {
                    self.spend(argument.len() + 1)?;
                    output.extend(argument);
                }
                Some(None) => {}
                None => {
                    self.spend(1)?;
                    output.push(token);
                }
            }
        }
        Ok(())
    }

    /// Removes and returns the arguments of a macro call, if they follow.
    fn arguments(&mut self, input: &mut Vec<Item>) -> Option<Vec<Vec<Token>>> {
        let next = input.iter().rev().find_map(|item| match item {
            Item::Token(token) => Some(*token),
            Item::End(_) => None,
        });
        if next != Some(Token::Open) {
            return None;
        }
        let mut arguments = vec![Vec::new()];
        let mut depth = 0_u32;
        while let Some(item) = input.pop() {
            let token = match item {
                Item::Token(token) => token,
                Item::End(name) => {
                    self.end(name);
                    continue;
                }
            };
            match token {
                Token::Open => {
                    depth += 1;
                    if depth == 1 {
                        continue;
                    }
                }
                Token::Close => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                Token::Comma if depth == 1 => {
                    arguments.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            arguments.last_mut()?.push(token);
        }
        Some(arguments)
    }
}

/// A function's body: its own tokens, and the number of calls by name.
#[derive(Default)]
struct Body {
    name: u32,
    tokens: u64,
    calls: Vec<u32>,
}

/// Returns the number of tokens after inlining every call.
fn inlined(tokens: &[Token]) -> Result<u64, TooLarge> {
    let bodies = bodies(tokens)?;
    let last: HashMap<u32, usize> = (0..).zip(&bodies).map(|(at, one)| (one.name, at)).collect();
    // A function is declared before it is called, but may be defined later.
    let is_forward = (0..).zip(&bodies).any(|(place, body)| {
        let later = |call: &u32| *call != body.name && last.get(call).is_some_and(|at| *at > place);
        body.calls.iter().any(later)
    });
    let rounds = if is_forward { bodies.len() } else { 1 };
    let mut sizes: HashMap<u32, u64> = HashMap::new();
    let mut work = 0;
    for _ in 0..rounds {
        let mut has_changed = false;
        // If a function calls its own name, it calls an earlier overload.
        let mut overloads: HashMap<u32, u64> = HashMap::new();
        for body in &bodies {
            let called = body.calls.iter().map(|call| {
                let sizes = if *call == body.name {
                    &overloads
                } else {
                    &sizes
                };
                sizes.get(call).copied().unwrap_or(0)
            });
            let size = called.fold(body.tokens, u64::saturating_add);
            work += body.calls.len() as u64 + 1;
            if size > MAX_TOKENS || work > 16 * MAX_TOKENS {
                return Err(TooLarge::Tokens);
            }
            let known = overloads.entry(body.name).or_default();
            *known = size.max(*known);
            let known = sizes.entry(body.name).or_default();
            has_changed |= size > *known;
            *known = size.max(*known);
        }
        if !has_changed {
            break;
        }
    }
    let largest = sizes.values().copied().max().unwrap_or(0);
    Ok(largest.max(tokens.len() as u64))
}

/// Returns the functions in a text.
fn bodies(tokens: &[Token]) -> Result<Vec<Body>, TooLarge> {
    let mut bodies = Vec::new();
    let mut body: Option<Body> = None;
    let (mut depth, mut statement) = (0_u32, 0_u32);
    let (mut header, mut parentheses) = (None, 0_u32);
    for (place, &token) in tokens.iter().enumerate() {
        statement += 1;
        if statement > MAX_STATEMENT {
            return Err(TooLarge::Statement);
        }
        if let Some(body) = &mut body {
            body.tokens += 1;
        }
        match token {
            Token::OpenBlock => {
                statement = 0;
                if depth == 0 {
                    body = header.take().map(|name| Body {
                        name,
                        ..Body::default()
                    });
                }
                depth += 1;
            }
            Token::CloseBlock => {
                statement = 0;
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    bodies.extend(body.take());
                }
            }
            Token::Semicolon => {
                statement = 0;
                if depth == 0 {
                    header = None;
                }
            }
            Token::Open if depth == 0 => parentheses += 1,
            Token::Close if depth == 0 => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        let is_called = tokens.get(place + 1) == Some(&Token::Open);
        if let (Some(name), true) = (token.name(), is_called) {
            match &mut body {
                Some(body) => body.calls.push(name),
                None if depth == 0 && parentheses == 0 => header = Some(name),
                None => {}
            }
        }
    }
    Ok(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: u32, line: impl Fn(u32) -> String) -> String {
        (1..count).map(line).collect()
    }

    #[test]
    fn a_plain_shader_has_as_many_tokens_as_it_is_written_with() {
        assert_eq!(shader_size("void main() { a = b + 1.5; } // c c c"), Ok(12));
        assert_eq!(shader_size("void main() { /* a\nb */ }"), Ok(6));
    }

    #[test]
    fn macros_that_double_are_too_large() {
        let doubling = lines(24, |n| format!("#define M{n} M{0} M{0}\n", n - 1));
        let text = format!("#define M0 a;\n{doubling}void main() {{ M23 }}");
        assert_eq!(shader_size(&text), Err(TooLarge::Tokens));
        // Macros do no harm until they are used.
        let text = format!("#define M0 a;\n{doubling}void main() {{ }}");
        assert!(shader_size(&text).is_ok());
    }

    #[test]
    fn arguments_that_double_are_too_large() {
        let nested = format!("{}a{}", "F(".repeat(40), ")".repeat(40));
        for first in ["#define F(x) x x\n", "#define G(x) x x\n#define F G\n"] {
            let text = format!("{first}void main() {{ {nested}; }}");
            assert_eq!(shader_size(&text), Err(TooLarge::Tokens), "{first}");
        }
        let nested = format!("{}a{}", "F(".repeat(1000), ")".repeat(1000));
        let text = format!("#define F(x) x\nvoid main() {{ {nested}; }}");
        assert_eq!(shader_size(&text), Err(TooLarge::Nesting));
    }

    #[test]
    fn a_branch_that_may_be_taken_counts() {
        let doubling = lines(24, |n| format!("#define M{n} M{0} M{0}\n", n - 1));
        let hidden = "#define M0 a;\n#if __VERSION__ > 200\n#define M23 b\n#endif\n";
        let text = format!("{doubling}{hidden}void main() {{ M23 }}");
        assert_eq!(shader_size(&text), Err(TooLarge::Tokens));
        let dead = format!("#if 0\n{doubling}#define M0 a\n#endif\nvoid main() {{ M23; }}");
        assert!(shader_size(&dead).is_ok());
        let other = format!("#ifdef GL_ES\n#define M23 a\n#else\n{doubling}#endif\nM23;");
        assert!(shader_size(&other).is_ok());
    }

    #[test]
    fn a_macro_that_names_itself_is_expanded_once() {
        let text = "#define a b a\n#define b a b\nvoid main() { a; }";
        assert!(shader_size(text).is_ok());
        // The original text may call a macro over several lines.
        let text = "#define F(x) x + x\nvoid main() { F\n(\na\n); }";
        assert!(shader_size(text).is_ok());
    }

    #[test]
    fn functions_that_double_are_too_large() {
        let one = |n: u32| format!("void f{n}() {{ f{0}(); f{0}(); }}\n", n - 1);
        let doubling = lines(24, one);
        let text = format!("void f0() {{}}\n{doubling}void main() {{ f23(); }}");
        assert_eq!(shader_size(&text), Err(TooLarge::Tokens));
        let backward: String = (1..24).rev().map(one).collect();
        let text = format!("void main() {{ f23(); }}\n{backward}void f0() {{}}");
        assert_eq!(shader_size(&text), Err(TooLarge::Tokens));
        let overloads = "float f(vec2 a) { return a.x; } float f(vec3 a) { return f(a.xy); }";
        assert!(shader_size(overloads).is_ok());
    }

    #[test]
    fn a_long_expression_is_refused() {
        let text = format!("void main() {{ a = {}1; }}", "1+".repeat(10_000));
        assert_eq!(shader_size(&text), Err(TooLarge::Statement));
    }
}
