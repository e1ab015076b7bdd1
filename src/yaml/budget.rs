use super::error::Error;

/// The maximum size of text read through aliases, in bytes.
///
/// Upstream limits only the number of steps. A long scalar that many aliases refer to could still make the output grow
/// with the square of the input.
const MAX_ALIASED_TEXT: usize = 64 << 20;

/// The number of steps that may come from aliases in any text.
const FREE_STEPS: usize = 100;

/// The number of steps up to which nearly all may come from aliases.
const FEW_STEPS: f64 = 400_000.0;

/// The number of steps from which on only a tenth may come from aliases.
const MANY_STEPS: f64 = 4_000_000.0;

/// A counter of the work needed to decode a document, so that a few nested aliases cannot expand to billions of values.
/// The limits on steps are upstream's.
#[derive(Default)]
pub(super) struct Budget {
    steps: usize,
    aliased_steps: usize,
    aliased_text: usize,
    alias_depth: usize,
}

impl Budget {
    /// Counts a node.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        self.aliased_steps += usize::from(self.alias_depth > 0);
        if self.aliased_steps > FREE_STEPS { self.check_steps() } else { Ok(()) }
    }

    /// Counts the text of a scalar.
    #[inline]
    pub(super) fn copy(&mut self, length: usize) -> Result<(), Error> {
        self.aliased_text += if self.alias_depth > 0 { length } else { 0 };
        if self.aliased_text > MAX_ALIASED_TEXT { Err(excessive()) } else { Ok(()) }
    }

    pub(super) fn enter_alias(&mut self) {
        self.alias_depth += 1;
    }

    pub(super) fn leave_alias(&mut self) {
        self.alias_depth -= 1;
    }

    fn check_steps(&self) -> Result<(), Error> {
        let share = self.aliased_steps as f64 / self.steps as f64;
        let too_many = self.steps > 1000 && share > allowed_share(self.steps as f64);
        if too_many { Err(excessive()) } else { Ok(()) }
    }
}

fn excessive() -> Error {
    Error::new("yaml: document contains excessive aliasing")
}

/// Returns the share of all steps that may come from aliases.
fn allowed_share(steps: f64) -> f64 {
    let beyond = (steps - FEW_STEPS) / (MANY_STEPS - FEW_STEPS);
    0.99 - 0.89 * beyond.clamp(0.0, 1.0)
}
