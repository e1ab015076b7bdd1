//! A random number generator with the same results on every machine (splitmix64).

/// A generator; the same seed gives the same objects.
pub struct Random(u64);

impl Random {
    /// Creates a generator with a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `limit` - 1.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns one of `choices`.
    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// Returns a number of hexadecimal digits.
    pub fn hex(&mut self, digits: usize) -> String {
        (0..digits).map(|_| char::from_digit(self.below(16) as u32, 16).expect("below 16")).collect()
    }

    /// Returns a UUID.
    pub fn uid(&mut self) -> String {
        [8, 4, 4, 4, 12].map(|digits| self.hex(digits)).join("-")
    }

    /// Returns a time in the year 2026.
    pub fn time(&mut self) -> String {
        let (month, day) = (1 + self.below(12), 1 + self.below(28));
        let (hour, minute, second) = (self.below(24), self.below(60), self.below(60));
        format!("2026-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    /// Returns the name of a workload.
    pub fn name(&mut self) -> String {
        let team = self.pick(&["checkout", "search", "billing", "ingest", "identity", "catalog", "ledger"]);
        let part = self.pick(&["api", "worker", "frontend", "gateway", "scheduler", "cache"]);
        format!("{team}-{part}")
    }
}
