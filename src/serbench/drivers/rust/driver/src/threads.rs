//! Work that is done in parts, each on a thread of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Builder};

use crate::error::{panicked, Kind, Refusal};
use crate::process::STACK_BYTES;

/// The results of `work` on each part, in order. All begin when the last thread has started; a
/// single part is worked on by the thread that calls.
pub fn each_on_a_thread<P: Send, T: Send>(
    parts: Vec<P>,
    work: impl Fn(P) -> Result<T, Refusal> + Sync,
) -> Result<Vec<T>, Refusal> {
    if parts.len() < 2 {
        return parts.into_iter().map(work).collect();
    }
    let start =
        Start { missing: AtomicUsize::new(parts.len()), called_off: AtomicBool::new(false) };
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for part in parts {
            let (start, work) = (&start, &work);
            let wait_and_work = move || start.wait().then(|| work(part));
            let started = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, wait_and_work);
            threads.push(started.map_err(|error| {
                start.called_off.store(true, Ordering::Release);
                Refusal::new(Kind::Failed, format!("a thread does not start: {error}"))
            })?);
        }
        let results = threads.into_iter().filter_map(|thread| {
            thread.join().unwrap_or_else(|panic| Some(Err(Refusal::of(panicked(&*panic), ""))))
        });
        results.collect()
    })
}

/// Where threads wait for each other awake: sleepers are often woken on one processor, where
/// the second of two would begin when the first has ended. Nor would they ever leave a barrier if
/// the last thread did not start.
struct Start {
    missing: AtomicUsize,
    called_off: AtomicBool,
}

impl Start {
    /// Whether to begin.
    fn wait(&self) -> bool {
        self.missing.fetch_sub(1, Ordering::AcqRel);
        while self.missing.load(Ordering::Acquire) > 0 {
            if self.called_off.load(Ordering::Acquire) {
                return false;
            }
            thread::yield_now();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn parts_are_worked_on_at_once_and_results_come_in_order() {
        let met = Barrier::new(3);
        let work = |part| {
            met.wait();
            Ok(part * 10)
        };
        assert_eq!(each_on_a_thread(vec![1, 2, 3], work).unwrap(), [10, 20, 30]);
    }

    #[test]
    fn an_error_or_a_panic_of_a_part_is_that_of_all() {
        let refuse = |part| match part {
            2 => Err(Refusal::new(Kind::Failed, "two")),
            _ => Ok(()),
        };
        assert!(each_on_a_thread(vec![1, 2, 3], refuse).is_err());
        let panic = |part: u8| {
            assert!(part < 3, "three");
            Ok(())
        };
        let said = each_on_a_thread(vec![1, 2, 3], panic).unwrap_err();
        assert!(format!("{said:?}").contains("three"));
    }
}
