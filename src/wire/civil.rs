//! Dates of the Gregorian calendar, counted in days from 1970-01-01.

/// A day of the proleptic Gregorian calendar. Any year is allowed, including zero and negative ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Date {
    pub(crate) year: i64,
    pub(crate) month: u32,
    pub(crate) day: u32,
}

const DAYS_OF_400_YEARS: u32 = 146_097;

const ERA: i64 = DAYS_OF_400_YEARS as i64;

/// The number of days from 0000-03-01, which is day zero of the calculation below, to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

impl Date {
    /// Returns the number of days since 1970-01-01. Years start in March, so that the leap day is the last day of its
    /// year.
    pub(crate) fn days_since_1970(self) -> i64 {
        let march_month = i64::from((self.month + 9) % 12);
        let year = self.year - i64::from(self.month <= 2);
        let year_of_era = year.rem_euclid(400) as u32;
        let days_before_month = (153 * march_month + 2) / 5;
        let days_of_era = i64::from(365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        year.div_euclid(400) * ERA + days_of_era + days_before_month + i64::from(self.day) - 1 - DAYS_TO_1970
    }

    /// Converts a number of days by the method of C. Neri and L. Schneider ("Euclidean affine functions and their
    /// application to calendar algorithms", 2022): quotients are the upper halves of products, and remainders follow
    /// from the lower halves.
    pub(crate) fn from_days_since_1970(days: i64) -> Self {
        let days = days + DAYS_TO_1970;
        // Measured in quarters of a day, all centuries have the same length, and so have all years of a century.
        let quarter_of_era = 4 * days.rem_euclid(ERA) as u32 + 3;
        let century = quarter_of_era / DAYS_OF_400_YEARS;
        let quarter_of_century = (quarter_of_era % DAYS_OF_400_YEARS) | 3;
        let years = u64::from(quarter_of_century) * YEARS_IN_2_TO_32_QUARTERS;
        let day_of_year = years as u32 / YEARS_IN_2_TO_32_QUARTERS as u32 / 4;
        let months = day_of_year * MONTHS_IN_2_TO_16_DAYS + MARCH;
        let is_next_year = day_of_year >= DAYS_TO_JANUARY;
        let year = 100 * century + (years >> 32) as u32 + u32::from(is_next_year);
        Self {
            year: days.div_euclid(ERA) * 400 + i64::from(year),
            month: (months >> 16) - if is_next_year { 12 } else { 0 },
            day: (months & 0xffff) / MONTHS_IN_2_TO_16_DAYS + 1,
        }
    }
}

/// 2^32 quarters of a day in years, rounded up.
const YEARS_IN_2_TO_32_QUARTERS: u64 = 2_939_745;

/// 2^16 days in months of 30.6 days, the average length of the months from March on.
const MONTHS_IN_2_TO_16_DAYS: u32 = 2_141;

/// March, the third month, in units of 2^-16 months, with an offset that aligns each month with its first day.
const MARCH: u32 = 197_913;

/// The number of days from March 1 to January 1.
const DAYS_TO_JANUARY: u32 = 306;

pub(crate) fn days_in_month(year: i64, month: u32) -> u32 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_400_years_follows_the_one_before() {
        let mut expected = Date { year: -200, month: 1, day: 1 };
        let first = expected.days_since_1970();
        for days in first..first + ERA {
            let date = Date::from_days_since_1970(days);
            assert_eq!((date, date.days_since_1970()), (expected, days));
            expected.day += 1;
            if expected.day > days_in_month(expected.year, expected.month) {
                expected = Date { day: 1, month: expected.month + 1, ..expected };
            }
            if expected.month > 12 {
                expected = Date { year: expected.year + 1, month: 1, day: 1 };
            }
        }
        assert_eq!(expected, Date { year: 200, month: 1, day: 1 });
    }

    #[test]
    fn known_days() {
        assert_eq!(Date { year: 1970, month: 1, day: 1 }.days_since_1970(), 0);
        assert_eq!(Date { year: 1, month: 1, day: 1 }.days_since_1970(), -719_162);
        assert_eq!(Date::from_days_since_1970(19_782), Date { year: 2024, month: 2, day: 29 });
    }
}
