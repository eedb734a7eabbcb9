package logical

import (
	"math"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func panics(work func()) (did bool) {
	defer func() { did = recover() != nil }()
	work()
	return false
}

func TestDaysAreThoseOfMidnightAlone(t *testing.T) {
	if days := Days(time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC)); days != -1 {
		t.Error(days)
	}
	if !panics(func() { Days(time.Date(2026, 1, 31, 1, 0, 0, 0, time.UTC)) }) {
		t.Error("one o'clock is a day")
	}
}

func TestCountsAreExactOrNone(t *testing.T) {
	before := time.Date(1969, 12, 31, 23, 59, 59, 999_000_000, time.UTC)
	if count := Count(before, MS); count != -1 {
		t.Error(count)
	}
	if !panics(func() { Count(before, S) }) || !panics(func() { Units(time.Millisecond, S) }) {
		t.Error("a fraction is cut off")
	}
	if count := Count(time.Unix(0, math.MinInt64), NS); count != math.MinInt64 {
		t.Error(count)
	}
}

func TestALocalTimeIsWhatItsClockShows(t *testing.T) {
	one := time.Date(1970, 1, 1, 1, 0, 0, 0, time.FixedZone("", 3600))
	if LocalCount(one, S) != 3600 || Count(one, S) != 0 {
		t.Error(LocalCount(one, S), Count(one, S))
	}
}

func TestTextsWithOffsetsAreCanonical(t *testing.T) {
	for text, moment := range map[string]time.Time{
		"2026-01-31T23:30:00.500+05:45": time.Date(2026, 1, 31, 23, 30, 0, 500_000_000, time.FixedZone("", 20700)),
		"2026-01-31T23:30:00.000-12:00": time.Date(2026, 1, 31, 23, 30, 0, 0, time.FixedZone("", -43200)),
		"-0001-12-31T00:00:00.000Z":     time.Date(-1, 12, 31, 0, 0, 0, 0, time.UTC),
		"+10000-01-01T00:00:00.000Z":    time.Date(10000, 1, 1, 0, 0, 0, 0, time.FixedZone("", 0)),
		"0000-03-01T00:00:00.000-00:30": time.Date(0, 3, 1, 0, 0, 0, 0, time.FixedZone("", -1800)),
		"+123456-02-29T00:00:00.000Z":   time.Date(123456, 2, 29, 0, 0, 0, 0, time.UTC),
		"-400000-02-29T00:00:00.000Z":   time.Date(-400000, 2, 29, 0, 0, 0, 0, time.UTC),
		"2000-02-29T00:00:00.000+00:01": time.Date(2000, 2, 29, 0, 0, 0, 0, time.FixedZone("", 60)),
	} {
		if written := WithOffset(moment, MS); written != text {
			t.Errorf("%v is %s, not %s", moment, written, text)
		}
	}
}

func TestDaysOfTheCalendarEqualGos(t *testing.T) {
	for day := int64(-3_000_000); day < 3_000_000; day += 97 {
		year, month, ofMonth := civil(day)
		y, m, d := time.Unix(day*daySeconds, 0).UTC().Date()
		if int64(y) != year || int64(m) != month || int64(d) != ofMonth || days(year, month, ofMonth) != day {
			t.Fatalf("%d is %d-%d-%d", day, year, month, ofMonth)
		}
	}
}

func TestADecimalOfAnotherScaleIsAnotherValue(t *testing.T) {
	for text, scale := range map[string]int{"1.10": 2, "-0.01": 2, "0.00": 2, "12": 0, "-100.5": 1} {
		if lowered := DecimalText(decimal.RequireFromString(text), scale); lowered != text {
			t.Errorf("%s is lowered to %s", text, lowered)
		}
	}
	if !panics(func() { DecimalText(decimal.RequireFromString("1.1"), 2) }) {
		t.Error("1.1 is 1.10")
	}
	if !panics(func() { Whole(decimal.RequireFromString("1.5")) }) {
		t.Error("1.5 is whole")
	}
}
