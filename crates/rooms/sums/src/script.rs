//! Games without recompiling: rules in a small script.
//!
//! A script defines `fn moves(n)` for heaps, an array with the array of heaps that each move leaves, or `fn
//! moves(position)` for texts, an array of texts, and then perhaps `fn split(position)`, the texts of independent
//! components. `fn name()` gives the word its name, `game` otherwise. The word is called with heaps, `game(7)`, or with
//! a text, `game("..X")`. Operations, depth and sizes are limited, so a script that loops is stopped; what it does
//! wrong is reported with its name and line.
//!
//! A script is all there is to its game: it reads no file, no clock and no other module, and what it returns for a
//! position it returns always. The script of a certificate comes from a stranger, so it gets less of everything
//! (`Bounds::check`).

use super::language::{OwnWord, all_words, read_sum_among};
use super::words::{heaps_apart, summand};
use engine::heaps::{heap_text, heaps_after};
use engine::impartial::{Impartial, Method, Spoken};
use kit::{Arg, ArgKind, Error, Figure, Result, Summand, refuse_count, shorten};
use rhai::module_resolvers::DummyModuleResolver;
use rhai::{AST, Array, Blob, Dynamic, Engine, EvalAltResult, FLOAT, INT, Map, OptimizationLevel, Position, Scope};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

const MOST_TEXT: usize = 10_000;

/// What a script may take.
struct Bounds {
    /// Operations of one call.
    call: u64,
    /// Operations of all calls together, if they are metered.
    all: Option<u64>,
    /// Items of an array, those of arrays within it among them.
    items: usize,
    /// Variables of a function.
    variables: usize,
    /// Functions that call each other.
    levels: usize,
}

impl Bounds {
    /// The script of the person who asks.
    const ASK: Bounds = Bounds { call: 3_000_000, all: None, items: 20_000, variables: usize::MAX, levels: 64 };

    /// The script of a certificate with so many bytes.
    fn check(bytes: usize) -> Bounds {
        let all = (10_000_000 + 10_000 * bytes as u64).min(1_000_000_000);
        Bounds { call: 1_000_000, all: Some(all), items: 2_000, variables: 50, levels: 32 }
    }
}

/// Counts what the calls of a stranger's script take: its operations, and the size of every value that it reads. To
/// copy an array is one operation however large it is, and arrays within arrays can grow unseen, so that operations
/// alone bound neither time nor memory.
struct Meter {
    call: AtomicU64,
    all: AtomicU64,
    most: (u64, u64),
}

impl Meter {
    fn add(&self, units: u64) -> bool {
        let call = self.call.fetch_add(units, Ordering::Relaxed) + units;
        let all = self.all.fetch_add(units, Ordering::Relaxed) + units;
        call <= self.most.0 && all <= self.most.1
    }

    /// Has the engine report to it.
    #[allow(deprecated, reason = "the hook on variables is not deprecated but only said to be subject to change")]
    fn read(self: &Arc<Self>, engine: &mut Engine) {
        let meter = self.clone();
        engine.on_progress(move |_| (!meter.add(1)).then_some(Dynamic::UNIT));
        let meter = self.clone();
        engine.on_var(move |name, _, context| match meter.add(context.scope().get(name).map_or(0, size)) {
            true => Ok(None),
            false => Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()),
        });
    }
}

/// The number of values within a value.
fn size(value: &Dynamic) -> u64 {
    if let Some(items) = value.read_lock::<Array>() {
        return items.iter().map(|item| 1 + size(item)).sum();
    }
    if let Some(entries) = value.read_lock::<Map>() {
        return entries.values().map(|entry| 1 + size(entry)).sum();
    }
    value.read_lock::<Blob>().map_or(0, |bytes| bytes.len() as u64)
}

/// The words of all topics and perhaps one that a script defines.
pub struct Vocabulary {
    /// The script's text.
    pub script: Option<String>,
    defined: Option<Defined>,
}

impl Vocabulary {
    /// Reads a sum.
    pub fn read(&self, text: &str) -> Result<Vec<Summand>> {
        read_sum_among(text, &all_words(), self.defined.as_ref().map(|word| word as &dyn OwnWord))
    }

    /// What went wrong in the script so far. A rule that fails in the middle of a search has no other way to say so.
    pub(super) fn fault(&self) -> Option<Error> {
        self.defined.as_ref()?.script.kept()
    }

    /// Whether the script defines the game of this position.
    pub(super) fn defines(&self, summand: &Summand) -> bool {
        self.defined.as_ref().is_some_and(|word| summand.rules.name() == word.script.name)
    }

    /// Whether `fn split` of the script takes this position apart: heaps fall apart by themselves.
    pub(super) fn splits(&self, summand: &Summand) -> bool {
        self.defined.as_ref().is_some_and(|word| word.script.splits) && summand.position.is::<String>()
    }
}

/// The vocabulary with the word of a script, if there is one; `file` is the name of the file it came from.
pub fn vocabulary(script: Option<&str>, file: Option<&str>) -> Result<Vocabulary> {
    bounded_vocabulary(script, file, &Bounds::ASK)
}

/// The vocabulary of a certificate with so many bytes, whose script is not trusted.
pub(super) fn check_vocabulary(script: Option<&str>, bytes: usize) -> Result<Vocabulary> {
    bounded_vocabulary(script, None, &Bounds::check(bytes))
}

fn bounded_vocabulary(script: Option<&str>, file: Option<&str>, bounds: &Bounds) -> Result<Vocabulary> {
    let Some(text) = script else {
        return Ok(Vocabulary { script: None, defined: None });
    };
    let script = Arc::new(Script::compile(text, file, bounds)?);
    let name = script.name.clone();
    if all_words().iter().any(|word| word.name == name) {
        return Err(script.fault(1, format!("the name {name:?} is taken"), "return another from fn name()"));
    }
    Ok(Vocabulary {
        script: Some(text.to_string()),
        defined: Some(Defined { usage: format!("{name}(n, ...) or {name}(\"text\")"), script }),
    })
}

/// A compiled script.
struct Script {
    /// What errors call it: its file, or its first words.
    title: String,
    name: String,
    engine: Engine,
    meter: Option<Arc<Meter>>,
    ast: AST,
    /// The line of `fn moves`.
    line: usize,
    splits: bool,
    trouble: Mutex<Option<Error>>,
}

/// The engine, and the meter if the script is a stranger's.
fn limited_engine(bounds: &Bounds) -> (Engine, Option<Arc<Meter>>) {
    let mut engine = Engine::new();
    engine.set_max_operations(bounds.call);
    engine.set_max_call_levels(bounds.levels);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_string_size(MOST_TEXT);
    engine.set_max_array_size(bounds.items);
    engine.set_max_map_size(MOST_TEXT);
    engine.set_max_variables(bounds.variables);
    engine.set_max_modules(0);
    engine.set_module_resolver(DummyModuleResolver::new());
    engine.disable_symbol("eval");
    // A game has no clock. Names of functions can be put together at run time, so these are replaced and not only
    // forbidden.
    engine.register_fn("timestamp", || -> Result<(), Box<EvalAltResult>> { Err("a game has no clock".into()) });
    engine.register_fn("sleep", |_: INT| -> Result<(), Box<EvalAltResult>> { Err("a game has no clock".into()) });
    engine.register_fn("sleep", |_: FLOAT| -> Result<(), Box<EvalAltResult>> { Err("a game has no clock".into()) });
    engine.on_print(|_| {});
    engine.on_debug(|_, _, _| {});
    let meter = bounds.all.map(|all| {
        let meter = Arc::new(Meter { call: AtomicU64::new(0), all: AtomicU64::new(0), most: (bounds.call, all) });
        meter.read(&mut engine);
        // Neither a constant array nor what `this` stands for is a variable: copies of them would not be seen.
        engine.set_optimization_level(OptimizationLevel::None);
        engine.disable_symbol("this");
        meter
    });
    (engine, meter)
}

const MOST_HEAP: u64 = 10_000;

impl Script {
    fn compile(text: &str, file: Option<&str>, bounds: &Bounds) -> Result<Script> {
        let title = match file {
            Some(file) => format!("script {file}"),
            None => format!("script {:?}", shorten(text)),
        };
        if !text.contains("fn moves") {
            let why = if file.is_some() {
                "it defines no fn moves"
            } else {
                "neither a file that can be read nor a script with fn moves"
            };
            return Err(Error::usage(title, why, "define fn moves(n) or fn moves(position)"));
        }
        let (engine, meter) = limited_engine(bounds);
        let ast = engine.compile(text).map_err(|e| {
            let line = e.position().line().unwrap_or(1);
            Error::usage(format!("{title}, line {line}"), e.err_type(), "correct the script")
        })?;
        let line = text.lines().position(|l| l.contains("fn moves")).map_or(1, |l| l + 1);
        let functions: Vec<(String, usize)> =
            ast.iter_functions().map(|f| (f.name.to_string(), f.params.len())).collect();
        let has = |name: &str, params: usize| functions.iter().any(|(n, p)| n == name && *p == params);
        if !has("moves", 1) {
            return Err(Error::usage(
                format!("{title}, line {line}"),
                "fn moves does not take one parameter",
                "define fn moves(n)",
            ));
        }
        for (name, params, instead) in [("split", 1, "define fn split(position)"), ("name", 0, "define fn name()")] {
            if functions.iter().any(|(n, p)| n == name && *p != params) {
                let why = format!("fn {name} does not take {params} parameters");
                return Err(Error::usage(title, why, instead));
            }
        }
        let mut script = Script {
            title,
            name: "game".to_string(),
            splits: has("split", 1),
            engine,
            meter,
            ast,
            line,
            trouble: Mutex::new(None),
        };
        if has("name", 0) {
            let name = script.call("name", None)?;
            let name = name.into_string().unwrap_or_default();
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) || name.len() > 30
            {
                return Err(script.fault(
                    1,
                    format!("fn name returns {:?}", shorten(&name)),
                    "return a word of small letters",
                ));
            }
            script.name = name;
        }
        Ok(script)
    }

    fn fault(&self, line: usize, why: String, instead: &str) -> Error {
        Error::usage(format!("{}, line {line}", self.title), why, instead)
    }

    fn call(&self, function: &str, argument: Option<Dynamic>) -> Result<Dynamic> {
        if let Some(meter) = &self.meter {
            meter.call.store(0, Ordering::Relaxed);
        }
        let scope = &mut Scope::new();
        let answer = match argument {
            Some(argument) => self.engine.call_fn::<Dynamic>(scope, &self.ast, function, (argument,)),
            None => self.engine.call_fn::<Dynamic>(scope, &self.ast, function, ()),
        };
        answer.map_err(|error| {
            let line = innermost(&error).line().unwrap_or(self.line);
            let why = match error.unwrap_inner() {
                EvalAltResult::ErrorTooManyOperations(_) => format!("fn {function} does not come to an end"),
                EvalAltResult::ErrorTerminated(..) => format!("fn {function} takes more than a certificate may"),
                _ => error.to_string(),
            };
            self.fault(line, why, "correct the script")
        })
    }

    fn list(&self, function: &str, argument: Dynamic) -> Result<Vec<Dynamic>> {
        let shown = shorten(&argument.to_string());
        let answer = self.call(function, Some(argument))?;
        let kind = answer.type_name();
        answer.into_array().map_err(|_| self.nonsense(function, &shown, &format!("a value of type {kind}")))
    }

    fn nonsense(&self, function: &str, argument: &str, what: &str) -> Error {
        let why = format!("fn {function} returns {what} for {argument}");
        self.fault(self.line, why, "return an array of arrays of heaps, or of texts")
    }

    fn heap_moves(&self, heap: u32) -> Result<Vec<Vec<u32>>> {
        let shown = heap.to_string();
        let mut moves = Vec::new();
        for item in self.list("moves", Dynamic::from_int(heap.into()))? {
            let heaps = match item.as_int() {
                Ok(_) => vec![item],
                Err(kind) => {
                    item.into_array().map_err(|_| self.nonsense("moves", &shown, &format!("a move of type {kind}")))?
                }
            };
            let mut left = Vec::new();
            for part in heaps {
                let part =
                    part.as_int().map_err(|kind| self.nonsense("moves", &shown, &format!("a heap of type {kind}")))?;
                let part = u32::try_from(part).ok().filter(|&h| u64::from(h) <= MOST_HEAP);
                left.push(
                    part.ok_or_else(|| self.nonsense("moves", &shown, &format!("a heap outside 0 to {MOST_HEAP}")))?,
                );
            }
            left.retain(|&h| h > 0);
            left.sort_unstable();
            moves.push(left);
        }
        moves.sort_unstable();
        moves.dedup();
        Ok(moves)
    }

    fn texts(&self, function: &str, position: &str) -> Result<Vec<String>> {
        let mut texts = Vec::new();
        for item in self.list(function, position.to_string().into())? {
            let kind = item.type_name();
            let text = item
                .into_string()
                .map_err(|_| self.nonsense(function, position, &format!("a value of type {kind}")))?;
            if !is_position(&text) {
                return Err(self.nonsense(function, position, "a text with quotes or line breaks"));
            }
            texts.push(text);
        }
        Ok(texts)
    }

    /// Keeps the first trouble for the search to find.
    fn keep<T: Default>(&self, answer: Result<T>) -> T {
        answer.unwrap_or_else(|error| {
            self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            T::default()
        })
    }

    fn kept(&self) -> Option<Error> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Whether a text can stand between quotes on a line.
fn is_position(text: &str) -> bool {
    !text.contains(['"', '\n', '\r']) && text.chars().count() <= MOST_TEXT
}

/// The place of the error inside the functions that were called.
fn innermost(error: &EvalAltResult) -> Position {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => innermost(inner),
        other => other.position(),
    }
}

/// The word of a script.
struct Defined {
    usage: String,
    script: Arc<Script>,
}

impl OwnWord for Defined {
    fn name(&self) -> &str {
        &self.script.name
    }

    fn call(&self, args: &[Arg]) -> Result<Summand> {
        match args {
            [text] if text.kind == ArgKind::Quoted && is_position(&text.text) => {
                Ok(summand(&self.script.name, Texts { script: self.script.clone() }, text.text.clone()))
            }
            [text] if text.kind == ArgKind::Quoted => Err(Error::usage(
                format!("position {:?}", shorten(&text.text)),
                "quotes or line breaks in it, or too long",
                format!("write at most {MOST_TEXT} other letters"),
            )),
            [] => Err(refuse_count(&self.script.name, &self.usage, args)),
            heaps => {
                let heaps: Result<Vec<u32>> = heaps.iter().map(|h| Ok(h.whole("heap", 0, MOST_HEAP)? as u32)).collect();
                let mut heaps = heaps?;
                heaps.retain(|&h| h > 0);
                heaps.sort_unstable();
                Ok(summand(&self.script.name, Heaps { script: self.script.clone() }, heaps))
            }
        }
    }
}

/// A script's heap game.
struct Heaps {
    script: Arc<Script>,
}

impl Impartial for Heaps {
    heaps_apart!();

    fn fault(&self) -> Option<Error> {
        self.script.kept()
    }
}

impl Heaps {
    /// Each move of sorted heaps once: the heap, what it leaves, and its text.
    fn moves(&self, at: &[u32]) -> Vec<(u32, Vec<u32>, String)> {
        let mut moves = Vec::new();
        for (index, &heap) in at.iter().enumerate() {
            if index == 0 || at[index - 1] != heap {
                let all = self.script.keep(self.script.heap_moves(heap)).into_iter();
                moves.extend(all.map(|left| (heap, left.clone(), heap_text(heap, &left))));
            }
        }
        moves
    }
}

impl Spoken for Heaps {
    fn rules(&self) -> String {
        format!("The moves are those of {}; 7 -> 2+4 leaves heaps of two and four.", self.script.title)
    }

    fn write(&self, at: &Vec<u32>) -> String {
        match at.is_empty() {
            true => "0".to_string(),
            false => at.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        }
    }

    fn steps(&self, at: &Vec<u32>) -> Vec<(String, Vec<u32>)> {
        self.moves(at).into_iter().map(|(heap, left, text)| (text, heaps_after(at, heap, &left))).collect()
    }

    fn figure(&self, at: &Vec<u32>) -> Option<Figure> {
        Some(Figure::Heaps(at.clone(), self.moves(at)))
    }

    fn method(&self) -> Method {
        Method::Memo
    }
}

/// A script's game on texts.
struct Texts {
    script: Arc<Script>,
}

impl Impartial for Texts {
    type Key = String;

    fn options(&self, at: &String, out: &mut Vec<String>) {
        out.extend(self.script.keep(self.script.texts("moves", at)));
    }

    fn split(&self, at: &String, out: &mut Vec<String>) {
        match self.script.splits {
            true => out.extend(self.script.keep(self.script.texts("split", at))),
            false => out.push(at.clone()),
        }
    }

    fn fault(&self) -> Option<Error> {
        self.script.kept()
    }
}

impl Spoken for Texts {
    fn rules(&self) -> String {
        format!("The moves are those of {}; a move is the position it leads to.", self.script.title)
    }

    fn write(&self, at: &String) -> String {
        format!("\"{at}\"")
    }

    fn steps(&self, at: &String) -> Vec<(String, String)> {
        let mut options = Vec::new();
        self.options(at, &mut options);
        options.into_iter().map(|to| (format!("to {to}"), to)).collect()
    }

    fn method(&self) -> Method {
        Method::Memo
    }
}
