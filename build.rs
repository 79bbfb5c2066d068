//! Assembles `asm/**/*.S` for x86-64 targets and tells the crate what it got.
//!
//! Sets `cfg(stonemask_asm)` when the kernels were assembled and `cfg(stonemask_avx512)` when those
//! of the Avx512 tier were too, and `STONEMASK_SYMBOL_PREFIX`, the start of every symbol name: the
//! version and a hash of `asm/`. Every decision follows the target, never the host. Without a
//! usable assembler the build ends with an error that says what to install. `STONEMASK_ASM=0`
//! builds without assembly, `STONEMASK_ASM=avx2` without that of the Avx512 tier.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable that says what is assembled.
const VARIABLE: &str = "STONEMASK_ASM";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(stonemask_asm)");
    println!("cargo::rustc-check-cfg=cfg(stonemask_avx512)");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=asm");

    let mut files = Vec::new();
    collect(Path::new("asm"), &mut files);
    files.sort();
    let version = variable("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    let prefix = format!("stonemask_{version}_{:016x}_", hash(&files));
    println!("cargo::rustc-env=STONEMASK_SYMBOL_PREFIX={prefix}");

    if variable("CARGO_CFG_TARGET_ARCH") != "x86_64" || variable("CARGO_CFG_TARGET_POINTER_WIDTH") != "64" {
        return;
    }
    // Miri interprets Rust and no machine code.
    if env::var_os("CARGO_CFG_MIRI").is_some() {
        return;
    }
    let asked = env::var(VARIABLE).unwrap_or_default();
    let avx512 = match asked.as_str() {
        "0" => return,
        "avx2" => false,
        "" | "1" => true,
        _ => {
            return error(&format!(
                "{VARIABLE}='{asked}': expected 0 (no assembly), avx2 (none for Avx512) or 1 (all)"
            ));
        }
    };
    if !assembles("endbr64") {
        return error(&format!(
            "no assembler of GAS syntax was found for {}. Install a C compiler: gcc or clang (Debian: apt install gcc; macOS: \
             xcode-select --install; Windows: MinGW's gcc, with Rust's gnu target). CC names another one. {VARIABLE}=0 builds \
             without assembly: with tier Portable alone, which takes several times as long as Avx2",
            variable("TARGET")
        ));
    }
    if avx512
        && !assembles(
            "vpopcntq zmm0{k1}{z}, zmm1; vpopcntb zmm0, zmm1; vgf2p8affineqb zmm0, zmm1, zmm2, 0; vpermb zmm0, zmm1, zmm2",
        )
    {
        return error(&format!(
            "the assembler does not know AVX-512. Install binutils 2.30 or clang 7, or later ones. {VARIABLE}=avx2 builds \
             without tier Avx512"
        ));
    }

    let is_built = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".S") && (avx512 || !name.ends_with("_avx512.S"))
    };
    let sources: Vec<PathBuf> = files.into_iter().filter(is_built).collect();
    for path in &sources {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let mut build = cc::Build::new();
    if env::var_os("CARGO_FEATURE_CUTS").is_some() {
        build.define("STONEMASK_CUTS", None);
    }
    build
        .include("asm")
        .define("STONEMASK_SYMBOL_PREFIX", prefix.as_str())
        .files(&sources)
        .compile(&format!("{prefix}kernels"));
    println!("cargo::rustc-cfg=stonemask_asm");
    if avx512 {
        println!("cargo::rustc-cfg=stonemask_avx512");
    }
}

/// Ends the build with a message.
fn error(message: &str) {
    println!("cargo::error={message}");
}

/// A variable that cargo always sets for build scripts.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Whether the target's compiler driver assembles `instructions` (Intel syntax, separated by `;`).
fn assembles(instructions: &str) -> bool {
    let directory = PathBuf::from(variable("OUT_DIR")).join("probe");
    let source = directory.join("probe.S");
    fs::create_dir_all(&directory)
        .and_then(|()| fs::write(&source, format!(".intel_syntax noprefix\n{instructions}\n")))
        .unwrap_or_else(|error| panic!("{}: {error}", source.display()));
    cc::Build::new()
        .out_dir(&directory)
        .cargo_metadata(false)
        .cargo_warnings(false)
        .file(&source)
        .try_compile_intermediates()
        .is_ok()
}

/// Every file below `directory` that the assembler reads.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{}: {error}", directory.display())).path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "S" || extension == "inc") {
            files.push(path);
        }
    }
}

/// A hash of files' names and contents (FNV-1a): two sources of one version in one program each
/// link their own kernels.
fn hash(files: &[PathBuf]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes.iter().chain(&bytes.len().to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    };
    for path in files {
        add(path.to_string_lossy().replace('\\', "/").as_bytes());
        add(&fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    }
    hash
}
