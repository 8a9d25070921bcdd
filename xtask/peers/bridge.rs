//! Compiles the bridge to a library in C, from one of Debian's packages, with the system's C compiler.

use std::{env, path::Path, process::Command};

/// Compiles `bridge.c` of the peer's folder and links it with the libraries of the package.
pub fn build(package: &str, libraries: &[&str]) {
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let object = Path::new(&out).join("bridge.o");
    let library = Path::new(&out).join("libbridge.a");
    let run = |program: &str, args: &[&str]| {
        let status = Command::new(program).args(args).status().unwrap_or_else(|e| panic!("{program}: {e}"));
        assert!(status.success(), "{program} {args:?} failed; is {package} installed?");
    };
    let (object, library) = (object.to_str().expect("a plain path"), library.to_str().expect("a plain path"));
    run("cc", &["-O3", "-march=native", "-c", "bridge.c", "-o", object]);
    run("ar", &["crs", library, object]);
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=bridge");
    for library in libraries {
        println!("cargo:rustc-link-lib={library}");
    }
    println!("cargo:rerun-if-changed=bridge.c");
}
