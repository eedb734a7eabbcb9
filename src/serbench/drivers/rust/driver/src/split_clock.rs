//! Time, told apart by what it was spent on.

use std::time::Instant;

/// Each lap begins where the one before ended: the clock is read once between two of them.
pub struct SplitClock {
    pub started: Instant,
    pub ended: Instant,
    pub codec_ns: u64,
    pub io_ns: u64,
}

impl SplitClock {
    pub fn start() -> Self {
        let now = Instant::now();
        Self { started: now, ended: now, codec_ns: 0, io_ns: 0 }
    }

    /// What was done since the last lap was the codec's work.
    #[inline]
    pub fn codec(&mut self) {
        self.codec_ns += self.lap_ns();
    }

    /// It was input or output.
    #[inline]
    pub fn io(&mut self) {
        self.io_ns += self.lap_ns();
    }

    /// It was neither, and is not to be timed.
    pub fn skip(&mut self) {
        self.lap_ns();
    }

    #[inline]
    fn lap_ns(&mut self) -> u64 {
        let now = Instant::now();
        let lap = now - std::mem::replace(&mut self.ended, now);
        lap.as_nanos() as u64
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;

    #[test]
    fn laps_add_up_to_the_time_between_the_first_and_the_last() {
        let mut clock = SplitClock::start();
        sleep(Duration::from_millis(2));
        clock.io();
        sleep(Duration::from_millis(4));
        clock.codec();
        assert!(clock.io_ns >= 2_000_000 && clock.codec_ns >= 4_000_000);
        let total = (clock.ended - clock.started).as_nanos() as u64;
        assert_eq!(clock.io_ns + clock.codec_ns, total);
        sleep(Duration::from_millis(2));
        clock.skip();
        assert_eq!(clock.io_ns + clock.codec_ns, total);
    }
}
