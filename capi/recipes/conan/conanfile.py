"""The C library for Conan 2: `conan create capi/recipes/conan` in this tree. It takes Rust, and binutils, on Linux."""

import os
import shutil

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, load

TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
# Cargo reads the manifest of each member of the workspace, and the files that it names.
FILES = ("Cargo.toml", "Cargo.lock", "build.rs", "LICENSE-APACHE", "LICENSE-MIT", "README.md")
FOLDERS = ("asm", "src", "benches", "examples", "tests", "capi", "cli", "fuzz", "harness", "verify")
PARTS = ("othello", "gomoku", "nogo", "solvers")


class Stonemask(ConanFile):
    name = "stonemask"
    license = "MIT OR Apache-2.0"
    description = "The rules of Othello, Gomoku and NoGo as hand-written x86-64 assembly"
    topics = ("othello", "gomoku", "nogo", "bitboard", "simd")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], **{f"with_{part}": [True, False] for part in PARTS}}
    default_options = {"shared": False, **{f"with_{part}": True for part in PARTS}}

    def set_version(self):
        workspace = load(self, os.path.join(TREE, "Cargo.toml")).split("[workspace.package]", 1)[1]
        self.version = workspace.split('version = "', 1)[1].split('"', 1)[0]

    def export_sources(self):
        for name in FILES:
            shutil.copy(os.path.join(TREE, name), self.export_sources_folder)
        for folder in FOLDERS:
            copy(self, "*", src=os.path.join(TREE, folder), dst=os.path.join(self.export_sources_folder, folder))

    def configure(self):
        # The library is C's: no C++ runtime is linked.
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def package_id(self):
        # The build is Rust's release, whatever the build of its user.
        self.info.settings.rm_safe("build_type")
        self.info.settings.rm_safe("compiler")

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("capi/install builds for Linux alone")
        if not any(self.options.get_safe(f"with_{game}") for game in ("othello", "gomoku", "nogo")):
            raise ConanInvalidConfiguration("no game would be left: set one of with_othello, with_gomoku, with_nogo")

    def build(self):
        prefix, target = (os.path.join(self.build_folder, name) for name in ("installed", "target"))
        without = " ".join(f"--without-{part}" for part in PARTS if not self.options.get_safe(f"with_{part}"))
        self.run(f'PREFIX="{prefix}" CARGO_TARGET_DIR="{target}" "{self.source_folder}/capi/install" {without}')

    def package(self):
        built = os.path.join(self.build_folder, "installed")
        copy(self, "LICENSE-*", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        copy(self, "*", src=os.path.join(built, "include"), dst=os.path.join(self.package_folder, "include"))
        # Conan writes files of its own for pkg-config and CMake.
        kind = "libstonemask.so*" if self.options.shared else "libstonemask.a"
        copy(self, kind, src=os.path.join(built, "lib"), dst=os.path.join(self.package_folder, "lib"))

    def package_info(self):
        self.cpp_info.libs = ["stonemask"]
        self.cpp_info.set_property("cmake_file_name", "stonemask")
        self.cpp_info.set_property("cmake_target_name", "stonemask::stonemask")
        self.cpp_info.set_property("pkg_config_name", "stonemask")
        if not self.options.shared:
            self.cpp_info.system_libs = ["pthread", "dl", "m"]
