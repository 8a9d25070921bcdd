//! Changes of a source: every one of them stands in the text behind a switch, `crate::woken(NUMBER)`, so that all of
//! them are compiled at once and woken one at a time.
//!
//! What is changed: comparisons (the border, and the opposite), parts of conditions (left out), arithmetic, negations,
//! whole numbers (one more), conditions and predicates (always, never), statements (left out), and what functions
//! return (at once, whatever the evidence says). What only words a refusal or a report, or looks at the watch, is left
//! alone, and so are constants, patterns, macros and tests.

use anyhow::{Context, Result};
use proc_macro2::Span;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};

/// One change.
pub(super) struct Change {
    pub(super) number: u32,
    pub(super) file: String,
    pub(super) line: usize,
    /// The function that it stands in.
    pub(super) function: String,
    /// What is changed into what; from the second of the same words in a function on with its place among them.
    pub(super) what: String,
}

/// A source with its changes in it.
pub(super) struct Changed {
    pub(super) text: String,
    pub(super) changes: Vec<Change>,
    /// Where each change stands in the text.
    pub(super) places: BTreeMap<u32, (usize, usize)>,
}

/// The source with all changes but those that are `refused`, numbered from `first` on, none in the `others`: functions
/// that check nothing.
pub(super) fn changed(
    file: &str,
    text: &str,
    others: &[&str],
    first: u32,
    refused: &dyn Fn(u32) -> bool,
) -> Result<Changed> {
    let tree = syn::parse_file(text).with_context(|| format!("{file} is not read"))?;
    let mut finder = Finder {
        file,
        text,
        others,
        next: first,
        refused,
        function: String::new(),
        alike: BTreeMap::new(),
        changes: Vec::new(),
        edits: BTreeMap::new(),
    };
    finder.visit_file(&tree);
    let (text, places) = finder.written();
    Ok(Changed { text, changes: finder.changes, places })
}

/// What stands at one place of the source: what closes there, what opens there, and how much of the source goes.
#[derive(Default)]
struct Edit {
    closed: Vec<(String, Vec<u32>)>,
    opened: Vec<(String, Vec<u32>)>,
    skipped: usize,
}

struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    others: &'a [&'a str],
    next: u32,
    refused: &'a dyn Fn(u32) -> bool,
    function: String,
    /// How many changes of a function have the same words so far.
    alike: BTreeMap<(String, String), usize>,
    changes: Vec<Change>,
    edits: BTreeMap<usize, Edit>,
}

/// Calls whose arguments only say why or show what was found.
const WORDS: &[&str] = &[
    "broken",
    "failed",
    "too_large",
    "usage",
    "step",
    "say",
    "look",
    "shorten",
    "stopped",
    "take",
    "fact",
    "table",
    "scene",
    "ok_or_else",
    "map_err",
    "unwrap_or_else",
    "with_context",
    "expect",
];
/// Methods that ask a closure for yes or no.
const ASKING: &[&str] = &[
    "all",
    "any",
    "filter",
    "find",
    "position",
    "rposition",
    "take_while",
    "skip_while",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "retain",
];

impl Finder<'_> {
    /// A number for a change, or nothing if the compiler refused it.
    fn number(&mut self, at: Span, what: String) -> Option<u32> {
        let number = self.next;
        self.next += 1;
        let alike = self.alike.entry((self.function.clone(), what.clone())).or_default();
        *alike += 1;
        let what = if *alike > 1 { format!("{what} #{alike}") } else { what };
        if (self.refused)(number) {
            return None;
        }
        let (file, function) = (self.file.to_string(), self.function.clone());
        self.changes.push(Change { number, file, line: at.start().line, function, what });
        Some(number)
    }

    /// The source of something, in one line.
    fn source(&self, of: Span) -> String {
        let words: Vec<&str> = self.text[of.byte_range()].split_whitespace().collect();
        let text = words.join(" ");
        match text.char_indices().nth(70) {
            Some((cut, _)) => format!("{}...", &text[..cut]),
            None => text,
        }
    }

    /// Puts something around a part of the source. What is found later lies within.
    fn wrap(&mut self, span: Span, open: String, close: String, numbers: &[u32]) {
        let range = span.byte_range();
        self.edits.entry(range.start).or_default().opened.push((open, numbers.to_vec()));
        self.edits.entry(range.end).or_default().closed.insert(0, (close, numbers.to_vec()));
    }

    fn replace(&mut self, span: Span, by: &str) {
        let range = span.byte_range();
        let edit = self.edits.entry(range.start).or_default();
        edit.opened.push((by.to_string(), Vec::new()));
        edit.skipped = range.len();
    }

    /// The source with its edits, and where each change came to stand.
    fn written(&self) -> (String, BTreeMap<u32, (usize, usize)>) {
        let (mut text, mut places, mut done) = (String::new(), BTreeMap::<u32, (usize, usize)>::new(), 0);
        for (&at, edit) in &self.edits {
            text.push_str(&self.text[done..at]);
            for (piece, numbers) in edit.closed.iter().chain(&edit.opened) {
                let from = text.len();
                text.push_str(piece);
                for number in numbers {
                    places.entry(*number).or_insert((from, 0)).1 = text.len();
                }
            }
            done = at + edit.skipped;
        }
        text.push_str(&self.text[done..]);
        (text, places)
    }

    /// An expression that says yes or no: always, never.
    fn settled(&mut self, of: &Expr) {
        let source = self.source(of.span());
        let always = self.number(of.span(), format!("`{source}` always"));
        let never = self.number(of.span(), format!("`{source}` never"));
        let arms: String = [(always, true), (never, false)]
            .iter()
            .filter_map(|(number, verdict)| number.map(|n| format!("if crate::woken({n}) {{ {verdict} }} else ")))
            .collect();
        let numbers: Vec<u32> = always.into_iter().chain(never).collect();
        if !numbers.is_empty() {
            self.wrap(of.span(), "(match (".into(), format!(") {{ x => {arms}{{ x }} }})"), &numbers);
        }
    }

    /// A part of `&&` or `||` left out.
    fn left_out(&mut self, of: &Expr, and: bool) {
        let same = |op: &BinOp| matches!((op, and), (BinOp::And(_), true) | (BinOp::Or(_), false));
        if matches!(of, Expr::Let(_)) || matches!(of, Expr::Binary(b) if same(&b.op)) {
            return;
        }
        let what = format!("`{}` left out of {}", self.source(of.span()), if and { "and" } else { "or" });
        if let Some(n) = self.number(of.span(), what) {
            let open = if and { format!("(crate::woken({n}) || (") } else { format!("(!crate::woken({n}) && (") };
            self.wrap(of.span(), open, "))".into(), &[n]);
        }
    }

    /// `a op b` with other operators.
    fn operators(&mut self, binary: &syn::ExprBinary, others: &[&str]) {
        let span = binary.span();
        let op = self.source(binary.op.span());
        let compares = matches!(op.as_str(), "==" | "!=" | "<" | "<=" | ">" | ">=");
        let (x, y, open, middle) =
            if compares { ("*x", "*y", "(match (&(", "), &(") } else { ("x", "y", "(match ((", "), (") };
        let (mut numbers, mut arms) = (Vec::new(), String::new());
        for other in others {
            let what = format!("`{}` with {other} for {op}", self.source(span));
            if let Some(n) = self.number(span, what) {
                numbers.push(n);
                arms += &format!("if crate::woken({n}) {{ {x} {other} {y} }} else ");
            }
        }
        if !numbers.is_empty() {
            let close = format!(")) {{ (x, y) => {arms}{{ {x} {op} {y} }} }})");
            self.wrap(span, open.into(), close, &numbers);
            self.replace(binary.op.span(), middle);
        }
    }

    /// `a op= b` with another operator.
    fn assigned(&mut self, binary: &syn::ExprBinary, other: &str) {
        let (span, op) = (binary.span(), self.source(binary.op.span()));
        let what = format!("`{}` with {other} for {op}", self.source(span));
        if let Some(n) = self.number(span, what) {
            let left = &self.text[binary.left.span().byte_range()];
            let open = format!("{{ let y = {{ let _ = {n}; ");
            let close = format!(" }}; if crate::woken({n}) {{ {left} {other} y }} else {{ {left} {op} y }} }}");
            self.wrap(binary.right.span(), open, close, &[n]);
            let head = self.text[span.byte_range().start..binary.right.span().byte_range().start].len();
            let edit = self.edits.entry(span.byte_range().start).or_default();
            edit.skipped = head;
        }
    }

    /// What a function may return at once.
    fn returned(&mut self, output: &syn::ReturnType, body: &syn::Block) {
        let syn::ReturnType::Type(_, kind) = output else { return };
        let kind = self.source(kind.span()).replace("std::result::", "");
        let values: &[&str] = match kind.as_str() {
            "bool" => &["true", "false"],
            "Result<bool>" => &["Ok(true)", "Ok(false)"],
            "u8" | "u16" | "u32" | "u64" | "usize" | "u128" => &["0", "1"],
            _ if kind.starts_with("Option<") => &["None"],
            _ if kind.starts_with("Result<") => &["Ok(Default::default())"],
            _ if kind.starts_with("impl ") || kind.starts_with('&') => &[],
            _ => &["Default::default()"],
        };
        for value in values {
            let what = format!("returns {value} at once");
            if let Some(n) = self.number(body.span(), what) {
                let start = body.brace_token.span.open().byte_range().end;
                let text = format!(" if crate::woken({n}) {{ return {value}; }} ");
                self.edits.entry(start).or_default().opened.push((text, vec![n]));
            }
        }
    }

    fn function(&mut self, signature: &syn::Signature, attributes: &[syn::Attribute], body: &syn::Block) -> bool {
        let checks = self.others.iter().all(|other| signature.ident != other);
        if signature.constness.is_some() || of_tests(attributes) || !checks {
            return false;
        }
        self.function = signature.ident.to_string();
        self.returned(&signature.output, body);
        true
    }
}

/// Whether something belongs to tests alone.
fn of_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("test")
            || path.is_ident("cfg")
                && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string().contains("test"))
    })
}

/// Whether what an expression says is changed already by what it is made of.
fn is_changed_within(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(_) | Expr::Unary(_) => true,
        Expr::Paren(inner) => is_changed_within(&inner.expr),
        _ => false,
    }
}

/// Whether a statement only looks at the watch, or counts or words what it is told of the work that is `done`.
fn looks(statement: &syn::Stmt) -> bool {
    let expression = match statement {
        syn::Stmt::Expr(expression, _) => expression,
        syn::Stmt::Local(local) => return matches!(&local.pat, syn::Pat::Ident(name) if of_watch(&name.ident)),
        _ => return false,
    };
    match if let Expr::Try(tried) = expression { &*tried.expr } else { expression } {
        Expr::Call(call) => called(&call.func).is_some_and(|name| name == "step"),
        Expr::Binary(sum) if assignment(&sum.op).is_some() => {
            matches!(&*sum.left, Expr::Path(path) if path.path.get_ident().is_some_and(of_watch))
        }
        _ => false,
    }
}

fn of_watch(name: &proc_macro2::Ident) -> bool {
    name == "done" || name == "told"
}

/// The name of what is called.
fn called(function: &Expr) -> Option<String> {
    match function {
        Expr::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !of_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if self.function(&item.sig, &item.attrs, &item.block) {
            self.visit_block(&item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if self.function(&item.sig, &item.attrs, &item.block) {
            self.visit_block(&item.block);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !of_tests(&item.attrs) {
            item.items.iter().for_each(|item| self.visit_impl_item(item));
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        if let syn::Stmt::Expr(expression, Some(_)) = statement {
            let inner = if let Expr::Try(tried) = expression { &*tried.expr } else { expression };
            let told = match inner {
                Expr::Call(call) => called(&call.func).is_some_and(|name| WORDS.contains(&name.as_str())),
                Expr::MethodCall(call) => call.method == "say",
                _ => false,
            };
            let plain = match inner {
                Expr::Binary(binary) => assignment(&binary.op).is_some(),
                Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_) => true,
                Expr::Return(_) | Expr::Continue(_) | Expr::Break(_) => true,
                _ => false,
            };
            if plain && !told {
                let what = format!("`{}` left out", self.source(statement.span()));
                if let Some(n) = self.number(statement.span(), what) {
                    self.wrap(statement.span(), format!("if !crate::woken({n}) {{ "), " }".into(), &[n]);
                }
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        match &binary.op {
            BinOp::And(_) | BinOp::Or(_) => {
                let and = matches!(binary.op, BinOp::And(_));
                self.left_out(&binary.left, and);
                self.left_out(&binary.right, and);
            }
            op => match (assignment(op), others(op)) {
                (Some(other), _) => {
                    self.assigned(binary, other);
                    self.visit_expr(&binary.right);
                    return;
                }
                (_, others) => self.operators(binary, others),
            },
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if let UnOp::Not(not) = &unary.op {
            let what = format!("`{}` without !", self.source(unary.span()));
            if let Some(n) = self.number(unary.span(), what) {
                let close = format!(") {{ x => if crate::woken({n}) {{ x }} else {{ !x }} }})");
                self.wrap(unary.span(), "(match (".into(), close, &[n]);
                self.replace(not.span(), "");
            }
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        let syn::Lit::Int(whole) = &literal.lit else { return };
        let Ok(more) = whole.base10_parse::<u128>().map(|value| value.saturating_add(1)) else { return };
        if let Some(n) = self.number(whole.span(), format!("{whole} as {more}")) {
            let (open, close) = (format!("(if crate::woken({n}) {{ {more}{} }} else {{ ", whole.suffix()), " })");
            self.wrap(whole.span(), open, close.into(), &[n]);
        }
    }

    fn visit_expr_if(&mut self, condition: &'ast syn::ExprIf) {
        // How often the watch is looked at.
        if condition.else_branch.is_none() && condition.then_branch.stmts.iter().all(looks) {
            return;
        }
        if !is_changed_within(&condition.cond) {
            self.settled(&condition.cond);
        }
        visit::visit_expr_if(self, condition);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = arm.guard.as_ref().filter(|(_, guard)| !is_changed_within(guard)) {
            self.settled(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if !called(&call.func).is_some_and(|name| WORDS.contains(&name.as_str())) {
            visit::visit_expr_call(self, call);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let name = call.method.to_string();
        self.visit_expr(&call.receiver);
        if WORDS.contains(&name.as_str()) {
            return;
        }
        for argument in &call.args {
            match argument {
                Expr::Closure(closure) if ASKING.contains(&name.as_str()) && !is_changed_within(&closure.body) => {
                    self.settled(&closure.body);
                }
                _ => {}
            }
            self.visit_expr(argument);
        }
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
}

/// Other operators for one.
fn others(op: &BinOp) -> &'static [&'static str] {
    match op {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<="],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) => &["+"],
        BinOp::Div(_) => &["*"],
        BinOp::Rem(_) => &["/"],
        BinOp::BitXor(_) => &["|"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        _ => &[],
    }
}

/// Another assigning operator for one.
fn assignment(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::MulAssign(_) => "+=",
        BinOp::BitXorAssign(_) => "|=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::ShlAssign(_) => ">>=",
        BinOp::ShrAssign(_) => "<<=",
        _ => return None,
    })
}
