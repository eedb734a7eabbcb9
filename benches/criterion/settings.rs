//! How Criterion measures here; see criterion.py.

use std::time::Duration;

use criterion::Criterion;

pub fn settings() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(50))
        .sample_size(10)
        .nresamples(1000)
        .without_plots()
}
