//! Dates of the Gregorian calendar, counted in days from 1970-01-01.

/// A day of the calendar, extended before its introduction and over any year, zero and negative ones included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Date {
    pub(crate) year: i64,
    pub(crate) month: u32,
    pub(crate) day: u32,
}

const DAYS_OF_400_YEARS: u32 = 146_097;

const ERA: i64 = DAYS_OF_400_YEARS as i64;

/// From 0000-03-01, where the counting below begins, to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

impl Date {
    /// Counts years from March on, so that the leap day is the last one of its year.
    pub(crate) fn days_since_1970(self) -> i64 {
        let march_month = i64::from((self.month + 9) % 12);
        let year = self.year - i64::from(self.month <= 2);
        let year_of_era = year.rem_euclid(400) as u32;
        let days_before_month = (153 * march_month + 2) / 5;
        let days_of_era = i64::from(365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        year.div_euclid(400) * ERA + days_of_era + days_before_month + i64::from(self.day) - 1 - DAYS_TO_1970
    }

    pub(crate) fn from_days_since_1970(days: i64) -> Self {
        let days = days + DAYS_TO_1970;
        // Small numbers are divided in half the time.
        let day_of_era = days.rem_euclid(ERA) as u32;
        let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / (DAYS_OF_400_YEARS - 1);
        let year_of_era = (day_of_era - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        Self {
            year: days.div_euclid(ERA) * 400 + i64::from(year_of_era + u32::from(month <= 2)),
            month,
            day: day_of_year - (153 * march_month + 2) / 5 + 1,
        }
    }
}

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
