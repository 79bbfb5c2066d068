# Functions with which the scripts beside this one, which source it, install their needs. Each script names itself in $step first.

# skipped REASON...: the step is left out, by name. .ci/run lists these at its end.
skipped() {
    echo "SKIPPED: $step: $*"
    [ -z "${STONEMASK_SKIPPED:-}" ] || echo "$step: $*" >>"$STONEMASK_SKIPPED"
}

# alone COMMAND...: runs it while no other step does so, since apt's files serve one at a time.
alone() {
    mkdir -p "${BASH_SOURCE[0]%/*}/../target"
    (
        flock 9
        "$@" 9>&-
    ) 9>"${BASH_SOURCE[0]%/*}/../target/packages.lock"
}

# packages WHY COMMAND=PACKAGE...: installs the Debian packages of the commands (or files) that are missing, having said so.
# Fails, with the step said to be skipped, where that is impossible: no apt-get, no right to use it, no network.
packages() {
    local why=$1 pair missing=() as_root=()
    shift
    for pair; do
        command -v "${pair%%=*}" >/dev/null || [ -e "${pair%%=*}" ] || missing+=("${pair#*=}")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" != 0 ]; then
        # Without asking: perhaps no one is there to answer.
        as_root=(sudo -n)
    fi
    if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
        skipped "it needs ${missing[*]} ($why), and this machine does not let it be installed"
        return 1
    fi
    echo "installing ${missing[*]}: $why"
    # The lists of packages may be absent or old.
    if ! { alone "${as_root[@]}" apt-get update -qq &&
        alone "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends "${missing[@]}"; } >/dev/null; then
        skipped "${missing[*]} could not be installed ($why)"
        return 1
    fi
}

# rust_target WHY TRIPLE: installs Rust's standard library for a target; fails as packages does.
rust_target() {
    local why=$1
    shift
    [ ! -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] || return 0
    echo "installing Rust's standard library for $1: $why"
    rustup target add "$1" >/dev/null 2>&1 || {
        skipped "Rust's standard library for $1 could not be installed ($why)"
        return 1
    }
}

# rust_toolchain WHY VERSION: installs a version of Rust; fails as packages does.
rust_toolchain() {
    local why=$1
    shift
    ! rustup run "$1" rustc --version >/dev/null 2>&1 || return 0
    echo "installing Rust $1: $why"
    rustup toolchain install --profile minimal "$1" >/dev/null 2>&1 || {
        skipped "Rust $1 could not be installed ($why)"
        return 1
    }
}
