//! Sessions of `pinnacle dap`. The tests play the part of the editor.

use crate::debugging::{FAR, OVERRUN, made, made_of, made_with_variables};
use crate::optimised_variables::made_with_values;
use crate::{Folder, command, pinnacle, pinnacle_reading};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// An editor that is connected to `pinnacle dap`.
struct Editor {
    child: Child,
    out: ChildStdin,
    input: BufReader<ChildStdout>,
    /// Events that were received but not examined yet.
    events: VecDeque<Value>,
    seq: u64,
}

impl Editor {
    fn new() -> Editor {
        let mut child = command()
            .arg("dap")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Editor {
            out: child.stdin.take().unwrap(),
            input: BufReader::new(child.stdout.take().unwrap()),
            child,
            events: VecDeque::new(),
            seq: 0,
        }
    }

    /// Launches a program, and returns when breakpoints can be set.
    fn with_program(configuration: Value) -> Editor {
        let mut editor = Editor::new();
        let capabilities = editor.asks("initialize", json!({"adapterID": "pinnacle"}));
        assert_eq!(capabilities["supportsDataBreakpoints"], true);
        editor.asks("launch", configuration);
        editor.sees("initialized");
        editor
    }

    fn read(&mut self) -> Value {
        read(&mut self.input)
    }

    /// Sends a request and returns the response.
    fn answer(&mut self, command: &str, arguments: Value) -> Value {
        self.seq += 1;
        let mut request = json!({ "seq": self.seq, "type": "request", "command": command });
        request["arguments"] = arguments;
        write(&mut self.out, &request);
        loop {
            let message = self.read();
            if message["type"] == "response" {
                assert_eq!(message["request_seq"], self.seq, "{message}");
                return message;
            }
            self.events.push_back(message);
        }
    }

    /// Sends a request that must succeed. Returns the body of the response.
    #[track_caller]
    fn asks(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.answer(command, arguments);
        assert_eq!(answer["success"], true, "{answer}");
        answer["body"].clone()
    }

    /// Sends a request that must fail. Returns the message.
    #[track_caller]
    fn is_refused(&mut self, command: &str, arguments: Value) -> String {
        let answer = self.answer(command, arguments);
        assert_eq!(answer["success"], false, "{answer}");
        answer["message"].as_str().unwrap().to_owned()
    }

    /// Returns the body of the next event with this name. Drops the events before it.
    fn sees(&mut self, event: &str) -> Value {
        loop {
            let message = self.events.pop_front();
            let message = message.unwrap_or_else(|| self.read());
            if message["event"] == event {
                return message["body"].clone();
            }
        }
    }

    /// Sends a request that resumes the program. Returns the reason of the next stop.
    #[track_caller]
    fn goes_on(&mut self, command: &str) -> String {
        self.asks(command, json!({"threadId": 1}));
        let stopped = self.sees("stopped");
        assert_eq!(stopped["threadId"], 1);
        stopped["reason"].as_str().unwrap().to_owned()
    }

    /// Returns the call stack of the main thread.
    fn calls(&mut self) -> Vec<Value> {
        let trace = self.asks("stackTrace", json!({"threadId": 1}));
        trace["stackFrames"].as_array().unwrap().clone()
    }

    /// Returns the name and the line of each frame of the call stack.
    fn lines(&mut self) -> Vec<(String, u64)> {
        let calls = self.calls();
        let lines = calls.iter().map(|call| {
            let name = call["name"].as_str().unwrap();
            let name = name.split('(').next().unwrap().to_owned();
            (name, call["line"].as_u64().unwrap())
        });
        lines.collect()
    }

    /// Returns the names of a frame's scopes, with their references.
    fn scopes(&mut self, call: &Value) -> Vec<(String, Value)> {
        let scopes = self.asks("scopes", json!({"frameId": call["id"]}));
        let scopes = scopes["scopes"].as_array().unwrap().iter();
        let scopes = scopes.map(|scope| {
            let name = scope["name"].as_str().unwrap().to_owned();
            (name, scope["variablesReference"].clone())
        });
        scopes.collect()
    }

    /// Returns the variables of a scope or a structured value.
    fn variables(&mut self, reference: &Value) -> Vec<Value> {
        let body = self.asks("variables", json!({"variablesReference": reference}));
        body["variables"].as_array().unwrap().clone()
    }

    /// Evaluates an expression in the innermost frame.
    #[track_caller]
    fn value(&mut self, expression: &str) -> String {
        let calls = self.calls();
        let arguments = json!({"expression": expression, "frameId": calls[0]["id"]});
        let body = self.asks("evaluate", arguments);
        body["result"].as_str().unwrap().to_owned()
    }

    /// Disconnects. The command must then exit with success.
    fn leaves(mut self) {
        self.asks("disconnect", json!({}));
        drop(self.out);
        assert!(self.child.wait().unwrap().success());
    }
}

fn write(out: &mut impl Write, message: &Value) {
    let text = message.to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    out.flush().unwrap();
}

fn read(input: &mut impl BufRead) -> Value {
    let mut header = String::new();
    input.read_line(&mut header).unwrap();
    let length = header.trim().strip_prefix("Content-Length: ");
    let length = length.unwrap_or_else(|| panic!("no message: {header:?}"));
    let mut bytes = vec![0; 2 + length.parse::<usize>().unwrap()];
    input.read_exact(&mut bytes).unwrap();
    serde_json::from_slice(&bytes[2..]).unwrap()
}

/// Finds a variable by its name.
#[track_caller]
fn named<'v>(variables: &'v [Value], name: &str) -> &'v Value {
    let found = variables.iter().find(|it| it["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {variables:?}"))
}

#[test]
fn an_editor_debugs_by_lines_and_variables() {
    let Some(made) = made_with_variables() else {
        return;
    };
    let mut editor = Editor::with_program(json!({"program": made.program, "stopOnEntry": true}));
    let source = json!({"path": made.folder.path("variables.cc")});
    let lines = json!([{"line": 17, "condition": "i == 2"}, {"line": 300}]);
    let set = editor.asks(
        "setBreakpoints",
        json!({"source": source, "breakpoints": lines}),
    );
    assert_eq!(set["breakpoints"][0]["verified"], true, "{set}");
    assert_eq!(set["breakpoints"][0]["line"], 17);
    assert_eq!(set["breakpoints"][1]["verified"], false);
    let functions = json!({"breakpoints": [{"name": "work"}, {"name": "play"}]});
    let set = editor.asks("setFunctionBreakpoints", functions);
    assert_eq!(set["breakpoints"][0]["line"], 15, "{set}");
    assert_eq!(set["breakpoints"][1]["verified"], false);
    editor.asks("configurationDone", json!({}));
    assert_eq!(editor.sees("stopped")["reason"], "entry");

    // A function breakpoint stops after the parameters have been set.
    assert_eq!(editor.goes_on("continue"), "function breakpoint");
    let called = [("work".to_owned(), 15), ("_start".to_owned(), 31)];
    assert_eq!(editor.lines(), called);
    let calls = editor.calls();
    assert_eq!(calls[0]["source"]["name"], "variables.cc");
    let scopes = editor.scopes(&calls[0]);
    let names: Vec<&str> = scopes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Locals", "Globals", "Registers"]);
    let locals = editor.variables(&scopes[0].1);
    assert_eq!(named(&locals, "count")["value"], "3");
    let item = named(&locals, "item");
    assert_eq!(item["type"], "shop::Item *");
    let members = editor.variables(&item["variablesReference"]);
    assert_eq!(named(&members, "shop::Base")["value"], "{number = 11}");
    assert!(
        named(&members, "name")["value"]
            .as_str()
            .unwrap()
            .ends_with("\"bolt\"")
    );
    assert_eq!(named(&members, "colour")["value"], "green");
    assert_eq!(named(&members, "high")["value"], "17");
    assert_eq!(editor.value("table"), "{7, 8, 9}");
    assert_eq!(editor.value("item->number + table[1] * 2"), "27");
    let wrong = json!({"expression": "item->", "frameId": calls[0]["id"]});
    assert!(
        editor
            .is_refused("evaluate", wrong)
            .contains("the name of a member")
    );

    assert_eq!(editor.goes_on("next"), "step");
    assert_eq!(editor.lines()[0], ("work".to_owned(), 16));
    assert_eq!(editor.goes_on("continue"), "breakpoint");
    assert_eq!(editor.value("total"), "15");
    let calls = editor.calls();
    let locals = editor.scopes(&calls[0])[0].1.clone();
    let changed = json!({"variablesReference": locals, "name": "total", "value": "90 + 10"});
    assert_eq!(editor.asks("setVariable", changed)["value"], "100");

    // The program stops after the instruction that changes the watched memory.
    let info = editor.asks("dataBreakpointInfo", json!({"name": "shop::counter"}));
    let watched = json!({"breakpoints": [{"dataId": info["dataId"]}]});
    let watched = editor.asks("setDataBreakpoints", watched);
    assert_eq!(watched["breakpoints"][0]["verified"], true);
    assert_eq!(editor.goes_on("continue"), "data breakpoint");
    assert_eq!(editor.value("counter"), "158");
    assert_eq!(editor.goes_on("stepOut"), "step");
    assert_eq!(editor.lines(), [("_start".to_owned(), 31)]);
    assert_eq!(editor.goes_on("next"), "step");
    assert_eq!(editor.lines(), [("_start".to_owned(), 32)]);
    editor.asks("continue", json!({"threadId": 1}));
    assert_eq!(editor.sees("exited")["exitCode"], 0);
    editor.sees("terminated");
    editor.leaves();
}

#[test]
fn an_editor_goes_back_in_a_replay() {
    let Some(made) = made_of("overrun.c", OVERRUN) else {
        return;
    };
    let recording = made.folder.path("overrun.rec");
    let seen = pinnacle(&["run", "--record", &recording, &made.program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let mut editor = Editor::new();
    editor.asks("initialize", json!({"adapterID": "pinnacle"}));
    editor.asks("launch", json!({"replay": recording, "stopOnEntry": true}));
    let capabilities = editor.sees("capabilities")["capabilities"].clone();
    assert_eq!(capabilities["supportsStepBack"], true);
    let check = json!({"breakpoints": [{"name": "check"}]});
    editor.asks("setFunctionBreakpoints", check.clone());
    editor.asks("configurationDone", json!({}));
    assert_eq!(editor.sees("stopped")["reason"], "entry");
    assert_eq!(editor.goes_on("reverseContinue"), "entry");
    assert_eq!(editor.goes_on("continue"), "function breakpoint");
    assert_eq!(editor.value("account.balance"), "7824749");

    // Each step goes back to the beginning of a line, and over the call that writes beyond the
    // array.
    for line in [17, 16] {
        assert_eq!(editor.goes_on("stepBack"), "step");
        assert_eq!(editor.lines(), [("_start".to_owned(), line)]);
    }
    assert_eq!(editor.value("account.balance"), "42");
    let by_instruction = json!({"threadId": 1, "granularity": "instruction"});
    editor.asks("stepBack", by_instruction);
    assert_eq!(editor.sees("stopped")["reason"], "step");
    assert_eq!(editor.lines(), [("_start".to_owned(), 15)]);

    // Go back from the end to the last write beyond the array.
    assert_eq!(editor.goes_on("continue"), "function breakpoint");
    let info = editor.asks("dataBreakpointInfo", json!({"name": "account"}));
    let watched = json!({"breakpoints": [{"dataId": info["dataId"]}]});
    editor.asks("setDataBreakpoints", watched);
    assert_eq!(editor.goes_on("reverseContinue"), "data breakpoint");
    assert_eq!(editor.lines()[0], ("set_name".to_owned(), 6));
    assert_eq!(editor.value("i"), "10");
    editor.asks("setDataBreakpoints", json!({"breakpoints": []}));
    assert_eq!(editor.goes_on("reverseContinue"), "entry");
    assert_eq!(editor.goes_on("continue"), "function breakpoint");
    // The program stops before its last instruction, since it cannot go back once it has exited.
    assert_eq!(editor.goes_on("continue"), "pause");
    editor.asks("continue", json!({"threadId": 1}));
    assert_eq!(editor.sees("exited")["exitCode"], 0);
    editor.leaves();
}

#[test]
fn an_editor_steps_back_to_where_a_long_line_began() {
    let Some(made) = made_of("far.c", FAR) else {
        return;
    };
    let recording = made.folder.path("far.rec");
    let seen = pinnacle(&["run", "--record", &recording, &made.program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let mut editor = Editor::new();
    editor.asks("initialize", json!({"adapterID": "pinnacle"}));
    editor.asks("launch", json!({"replay": recording}));
    editor.sees("capabilities");
    let late = json!({"breakpoints": [{"name": "late"}]});
    editor.asks("setFunctionBreakpoints", late);
    editor.asks("configurationDone", json!({}));
    assert_eq!(editor.sees("stopped")["reason"], "function breakpoint");
    assert_eq!(editor.value("sum"), "400001");
    // The loop is on one line, and runs longer than the distance between two snapshots.
    for (line, sum) in [(14, "400001"), (13, "1"), (12, "0")] {
        assert_eq!(editor.goes_on("stepBack"), "step");
        assert_eq!(editor.lines(), [("_start".to_owned(), line)]);
        assert_eq!(editor.value("sum"), sum);
    }
    editor.leaves();
}

#[test]
fn an_editor_sees_traps_in_inlined_functions() {
    let Some(made) = made() else { return };
    let mut editor = Editor::with_program(json!({"program": made.program}));
    let source = json!({"path": "/elsewhere/crash.c"});
    let set = editor.asks(
        "setBreakpoints",
        json!({"source": source, "breakpoints": [{"line": 16, "logMessage": "at {place}"}]}),
    );
    assert_eq!(set["breakpoints"][0]["verified"], true, "{set}");
    editor.asks("configurationDone", json!({}));
    let shown = editor.sees("output");
    assert!(
        shown["output"].as_str().unwrap().starts_with("at "),
        "{shown}"
    );
    let stopped = editor.sees("stopped");
    assert_eq!(stopped["reason"], "exception");
    let called = [("fetch", 5), ("work", 12), ("_start", 16)];
    let called = called.map(|(name, line)| (name.to_owned(), line));
    assert_eq!(editor.lines(), called);
    let info = editor.asks("exceptionInfo", json!({"threadId": 1}));
    assert!(
        info["description"]
            .as_str()
            .unwrap()
            .contains("out of bounds"),
        "{info}"
    );
    editor.asks("continue", json!({"threadId": 1}));
    let shown = editor.sees("output");
    assert_eq!(shown["category"], "stderr");
    assert!(
        shown["output"]
            .as_str()
            .unwrap()
            .contains("crash.c:5:10 in fetch"),
        "{shown}"
    );
    assert_eq!(editor.sees("exited")["exitCode"], 139);
    editor.leaves();
}

/// Returns a program as text, without debug information.
fn hello() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hello.pnasm").to_owned()
}

#[test]
fn programs_without_source_show_their_instructions() {
    let mut editor = Editor::with_program(json!({"program": hello(), "stopOnEntry": true}));
    editor.asks("configurationDone", json!({}));
    editor.sees("stopped");
    let calls = editor.calls();
    let reference = calls[0]["source"]["sourceReference"].clone();
    let text = editor.asks("source", json!({"sourceReference": reference}));
    let text = text["content"].as_str().unwrap().to_owned();
    let line = calls[0]["line"].as_u64().unwrap();
    assert_eq!(line, 3, "after the names of the function and of its block");

    let scopes = editor.scopes(&calls[0]);
    assert_eq!(scopes[0].0, "Registers");
    let registers = editor.variables(&scopes[0].1);
    let instruction = named(&registers, "instruction")["value"].as_str().unwrap();
    assert_eq!(text.lines().nth(2).unwrap().trim(), instruction);

    assert_eq!(editor.goes_on("next"), "step");
    assert_eq!(editor.calls()[0]["line"], 4);
    let last = text.lines().count();
    let source = json!({"sourceReference": reference});
    let arguments = json!({"source": source, "breakpoints": [{"line": 5}, {"line": last + 1}]});
    let set = editor.asks("setBreakpoints", arguments);
    assert_eq!(set["breakpoints"][0]["verified"], true, "{set}");
    assert_eq!(set["breakpoints"][1]["verified"], false, "{set}");
    assert_eq!(editor.goes_on("continue"), "breakpoint");
    assert_eq!(editor.calls()[0]["line"], 5);
    editor.asks("continue", json!({"threadId": 1}));
    let shown = editor.sees("output");
    assert_eq!(shown["category"], "stdout");
    assert!(
        shown["output"].as_str().unwrap().starts_with("Hello"),
        "{shown}"
    );
    assert_eq!(editor.sees("exited")["exitCode"], 0);
    editor.leaves();
}

#[test]
fn a_program_without_debug_information_says_so() {
    let mut editor = Editor::new();
    editor.asks("initialize", json!({}));
    editor.asks("launch", json!({"program": hello(), "noDebug": true}));
    let shown = editor.sees("output");
    let text = shown["output"].as_str().unwrap();
    assert!(text.contains("no debug information"), "{text}");
    editor.asks("configurationDone", json!({}));
    editor.sees("terminated");
    editor.leaves();
}

#[test]
fn unsupported_requests_are_refused_with_a_reason() {
    let folder = Folder::new();
    let broken = folder.file("broken.pexe", b"BC\xC0\xDE");
    let mut editor = Editor::new();
    editor.asks("initialize", json!({}));
    for (configuration, reason) in [
        (json!({}), "`program`"),
        (
            json!({"program": folder.path("missing.pexe")}),
            "missing.pexe",
        ),
        (json!({"program": broken}), "broken.pexe"),
        (json!({"program": hello(), "args": "x"}), "`args`"),
        (
            json!({"program": hello(), "runOptions": ["--wrong"]}),
            "--wrong",
        ),
        (
            json!({"program": hello(), "runOptions": ["--gdb"]}),
            "--gdb cannot",
        ),
        (
            json!({"program": hello(), "runOptions": ["--record", "a.rec"]}),
            "--record cannot",
        ),
        (
            json!({"program": hello(), "runOptions": ["--messages", "-"]}),
            "the editor's",
        ),
    ] {
        let text = editor.is_refused("launch", configuration);
        assert!(text.contains(reason), "no {reason:?} in {text:?}");
    }
    let text = editor.is_refused("attach", json!({}));
    assert!(text.contains("launch"), "{text}");
    editor.is_refused("continue", json!({"threadId": 1}));

    editor.asks("launch", json!({"program": hello(), "stopOnEntry": true}));
    editor.asks("configurationDone", json!({}));
    editor.sees("stopped");
    for (request, arguments) in [
        ("restartFrame", json!({})),
        ("stepBack", json!({"threadId": 1})),
        ("stackTrace", json!({"threadId": 7})),
        ("stackTrace", json!(null)),
        ("scopes", json!({"frameId": 99})),
        (
            "variables",
            json!({"variablesReference": 4_294_967_296_u64}),
        ),
        ("evaluate", json!({"expression": "(".repeat(3000)})),
        ("evaluate", json!({"expression": "1 / 0"})),
        ("source", json!({"sourceReference": 9999})),
        ("exceptionInfo", json!({"threadId": 1})),
        (
            "setBreakpoints",
            json!({"source": {}, "breakpoints": [{"line": 1}]}),
        ),
    ] {
        editor.is_refused(request, arguments);
    }
    assert_eq!(
        editor.asks("evaluate", json!({"expression": "2 * (3 + 4)"}))["result"],
        "14"
    );
    editor.asks("terminate", json!({}));
    editor.sees("terminated");
    editor.leaves();
}

#[test]
fn an_endless_loop_is_paused_and_ended() {
    let program = hello().replace("hello", "loop");
    let mut editor = Editor::with_program(json!({"program": program}));
    editor.asks("configurationDone", json!({}));
    let text = editor.is_refused("stackTrace", json!({"threadId": 1}));
    assert!(text.contains("is running"), "{text}");
    assert_eq!(editor.goes_on("pause"), "pause");
    assert_eq!(editor.calls().len(), 1);
    assert_eq!(editor.goes_on("stepIn"), "step");
    editor.asks("continue", json!({"threadId": 1}));
    // The editor closes the connection without a `disconnect` request.
    drop(editor.out);
    assert!(editor.child.wait().unwrap().success());
}

#[test]
fn bytes_outside_the_protocol_are_refused() {
    for (bytes, reason) in [
        (&b"GET / HTTP/1.1\r\n\r\n"[..], "no colon"),
        (b"Content-Length: 99999999999\r\n\r\n", "more than"),
        (b"Content-Length: 3\r\n\r\n{{{", "not JSON"),
    ] {
        pinnacle_reading(&["dap"], bytes).refuses(2, &[reason]);
    }
    assert_eq!(pinnacle_reading(&["dap"], b"").status, 0);
}

#[test]
fn an_editor_connects_to_a_port() {
    let mut child = command()
        .args(["dap", "--port", "0"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut line).unwrap();
    let (_, port) = line.trim().split_once("localhost:").unwrap();
    let mut stream = TcpStream::connect(("localhost", port.parse().unwrap())).unwrap();
    write(
        &mut stream,
        &json!({"seq": 1, "type": "request", "command": "disconnect"}),
    );
    let answer = read(&mut BufReader::new(&stream));
    assert_eq!(answer["success"], true);
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_editor_sees_variables_of_optimised_functions() {
    let Some(made) = made_with_values() else {
        return;
    };
    let mut editor = Editor::with_program(json!({"program": made.program}));
    let source = json!({"path": made.folder.path("values.c")});
    let set = editor.asks(
        "setBreakpoints",
        json!({"source": source, "breakpoints": [{"line": 7, "condition": "i == 3"}]}),
    );
    assert_eq!(set["breakpoints"][0]["verified"], true, "{set}");
    editor.asks("configurationDone", json!({}));
    assert_eq!(editor.sees("stopped")["reason"], "breakpoint");
    let calls = editor.calls();
    let scopes = editor.scopes(&calls[0]);
    let locals = editor.variables(&scopes[0].1);
    assert_eq!(named(&locals, "count")["value"], "10");
    assert_eq!(named(&locals, "i")["value"], "3");
    assert_eq!(named(&locals, "i")["memoryReference"], Value::Null);
    assert_eq!(editor.value("*factor + i"), "6");

    // They are not in memory.
    let frame = &calls[0]["id"];
    let changed = json!({"expression": "i", "value": "5", "frameId": frame});
    let reason = editor.is_refused("setExpression", changed);
    assert!(reason.contains("which cannot be set"), "{reason}");
    let address = json!({"expression": "&i", "frameId": frame});
    let reason = editor.is_refused("evaluate", address);
    assert!(reason.contains("has no address"), "{reason}");
    let watched = json!({"name": "i", "frameId": frame});
    let info = editor.asks("dataBreakpointInfo", watched);
    assert_eq!(info["dataId"], Value::Null, "{info}");
    editor.leaves();
}
