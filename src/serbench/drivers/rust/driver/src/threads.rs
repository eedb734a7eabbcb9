//! Work that is done in parts, each on a thread of its own.

use std::sync::RwLock;
use std::thread::{self, Builder};

use crate::codec::panicked;
use crate::process::STACK_BYTES;
use crate::protocol::{Kind, Refusal};

/// The results of `work` on each part, in order. All begin when the last thread has started; a
/// single part is worked on by the thread that calls.
pub fn each_on_a_thread<P: Send, T: Send>(
    parts: Vec<P>,
    work: impl Fn(P) -> Result<T, Refusal> + Sync,
) -> Result<Vec<T>, Refusal> {
    if parts.len() < 2 {
        return parts.into_iter().map(work).collect();
    }
    // Not a barrier: if the last thread does not start, the others would wait for it for ever.
    let all_there = RwLock::new(false);
    thread::scope(|scope| {
        let mut held = all_there.write().expect("nobody panics with it");
        let mut threads = Vec::new();
        for part in parts {
            let (all_there, work) = (&all_there, &work);
            let wait_and_work = move || {
                let begin = *all_there.read().expect("nobody panics with it");
                begin.then(|| work(part))
            };
            let started = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, wait_and_work);
            threads.push(started.map_err(|error| {
                Refusal::new(Kind::Failed, format!("a thread does not start: {error}"))
            })?);
        }
        *held = true;
        drop(held);
        let results = threads.into_iter().filter_map(|thread| {
            thread.join().unwrap_or_else(|panic| Some(Err(Refusal::of(panicked(&*panic), ""))))
        });
        results.collect()
    })
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
