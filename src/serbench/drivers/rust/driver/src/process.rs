//! The process a driver runs as: its stack, its peak memory, what it says when a library panics.

use std::cell::RefCell;

/// Values may be nested deep, and generated code walks them by recursion. The main thread's
/// stack grows up to the limit of the moment, and Linux keeps 128 MiB free below it. Another
/// thread with a large stack would get its memory from another arena of the allocator, and
/// be another thing to measure.
pub const STACK_BYTES: usize = 120 << 20;

pub fn raise_stack_limit() {
    let wanted = STACK_BYTES as libc::rlim_t;
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls are given a valid struct; if one fails, the default limit stays.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_STACK, &mut limit) == 0 && limit.rlim_cur < wanted {
            limit.rlim_cur = wanted.min(limit.rlim_max);
            libc::setrlimit(libc::RLIMIT_STACK, &limit);
        }
    }
}

thread_local! {
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A library that panics on every value would fill standard error with backtraces.
pub fn panics_say_one_line() {
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("{panic}");
        let place = panic.location().map(|at| format!("{}:{}", within(at.file()), at.line()));
        PLACE.set(place.unwrap_or_default());
    }));
}

/// Where this thread panicked last, told once; "" if it did not.
pub fn place_of_panic() -> String {
    PLACE.take()
}

/// A source file from its crate's directory on.
fn within(file: &str) -> &str {
    let crates = file.rmatch_indices("/src/").next();
    let start = crates.and_then(|(at, _)| file[..at].rfind('/'));
    start.map_or(file, |at| &file[at + 1..])
}

/// The most memory this program has had resident. Not `getrusage`, whose maximum is
/// inherited from the process that started this one. 0 where Linux's /proc is missing.
pub fn peak_rss_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|text| text.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_file_is_named_from_its_crate_on() {
        let file = "/home/x/.cargo/registry/src/index-1/flex-1.0/src/reader/vector.rs";
        assert_eq!(super::within(file), "flex-1.0/src/reader/vector.rs");
        assert_eq!(super::within("src/lib.rs"), "src/lib.rs");
    }

    #[test]
    fn a_panic_tells_its_place_once() {
        super::panics_say_one_line();
        let _ = std::panic::catch_unwind(|| panic!("on purpose"));
        assert!(super::place_of_panic().contains("process.rs:"));
        assert_eq!(super::place_of_panic(), "");
    }

    #[test]
    fn peak_memory_follows_what_is_touched() {
        let before = super::peak_rss_bytes();
        let mut block = vec![0_u8; 64 << 20];
        block.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
        std::hint::black_box(&block);
        assert!(super::peak_rss_bytes() >= before.max(64 << 20));
    }
}
