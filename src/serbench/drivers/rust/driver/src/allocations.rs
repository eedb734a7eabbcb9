//! Counts calls to the allocator, in passes made for that alone.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What stands behind the counter: `malloc`, the system's or that of a preloaded library.
static ALLOCATOR: System = System;

/// "system", or "mimalloc 2.0.9" where that was preloaded.
pub fn allocator_name() -> String {
    // SAFETY: the name is a C string; what has this name is mimalloc's `int mi_version(void)`.
    let version = unsafe {
        let symbol = libc::dlsym(libc::RTLD_DEFAULT, c"mi_version".as_ptr());
        if symbol.is_null() {
            return "system".into();
        }
        std::mem::transmute::<*mut libc::c_void, extern "C" fn() -> libc::c_int>(symbol)()
    };
    // Two digits for the minor version and the patch since 2.2 or so, one before: 209, 30105.
    let base = if version >= 10_000 { 100 } else { 10 };
    format!("mimalloc {}.{}.{}", version / (base * base), version / base % base, version % base)
}

static COUNTING: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

struct Counter;

#[global_allocator]
static COUNTER: Counter = Counter;

#[inline]
fn count(bytes: usize) {
    if COUNTING.load(Relaxed) {
        CALLS.fetch_add(1, Relaxed);
        BYTES.fetch_add(bytes as u64, Relaxed);
    }
}

// SAFETY: every call is handed on unchanged to an allocator that keeps the contract.
unsafe impl GlobalAlloc for Counter {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        ALLOCATOR.alloc(layout)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        ALLOCATOR.alloc_zeroed(layout)
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size);
        ALLOCATOR.realloc(pointer, layout, new_size)
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATOR.dealloc(pointer, layout);
    }
}

pub fn start() {
    COUNTING.store(true, Relaxed);
}

pub fn stop() {
    COUNTING.store(false, Relaxed);
}

/// Calls and bytes asked for since the last `take`, in all spans between `start` and `stop`.
pub fn take() -> (u64, u64) {
    (CALLS.swap(0, Relaxed), BYTES.swap(0, Relaxed))
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    #[test]
    fn only_spans_between_start_and_stop_count() {
        super::start();
        black_box(Vec::<u8>::with_capacity(1000));
        super::stop();
        let (calls, bytes) = super::take();
        assert!(calls >= 1);
        assert!(bytes >= 1000, "{bytes} bytes");
        black_box(Vec::<u8>::with_capacity(1000));
        assert_eq!(super::take(), (0, 0));
    }
}
