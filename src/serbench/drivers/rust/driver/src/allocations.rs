//! Counts calls to the allocator, in passes made for that alone.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What stands behind the counter. Another allocator would be chosen here, by a cargo feature.
static ALLOCATOR: System = System;
pub const NAME: &str = "system";

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
