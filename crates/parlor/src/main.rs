//! The program: its command line is the library's.

fn main() -> std::process::ExitCode {
    parlor::command_line(std::env::args_os().skip(1)).into()
}
