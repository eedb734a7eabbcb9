// Package logical makes Go's values of the logical types of docs/types.md from lowered ones, and lowers
// them again, for the driver: to read values, for digests and for visit sums.
//
// Timestamps and dates are a time.Time, which is in UTC where the type has no zone; a date is at
// midnight. A time of the day is a time.Duration, as is a duration. Decimals are a decimal.Decimal whose
// exponent is the type's scale: 1.1 is not 1.10. The conversions of the package conventions share
// nothing with this, so that one can be wrong without the other.
package logical

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"serbench/driver"
)

// A Unit is that of a count, in nanoseconds.
type Unit int64

const (
	NS Unit = 1
	US Unit = 1000
	MS Unit = 1000_000
	S  Unit = 1000_000_000
)

const daySeconds = 86400

// unheld refuses a lowered value for which a class of Go's has none.
func unheld(r *driver.JSON, lowered any, class, word, kind string) {
	r.Unheld("%v is beyond Go's %s for %s; --plain-types measures it as %s", lowered, class, word, kind)
}

// What is lowered without a way to say an error panics: the driver takes it for a value that did not
// survive.
func refuse(format string, args ...any) {
	panic(fmt.Errorf(format, args...))
}

func floored(count, by int64) (quotient, rest int64) {
	quotient, rest = count/by, count%by
	if rest < 0 {
		quotient, rest = quotient-1, rest+by
	}
	return quotient, rest
}

// LoadDate reads the days since 1970-01-01.
func LoadDate(r *driver.JSON) time.Time {
	return time.Unix(int64(r.I32())*daySeconds, 0).UTC()
}

// Days lowers a date.
func Days(t time.Time) int32 {
	_, offset := t.Zone()
	days, rest := floored(t.Unix()+int64(offset), daySeconds)
	if rest != 0 || t.Nanosecond() != 0 || days != int64(int32(days)) {
		refuse("%v is no date", t)
	}
	return int32(days)
}

// LoadTimestamp reads the units since 1970.
func LoadTimestamp(r *driver.JSON, unit Unit, word string) time.Time {
	count := r.I64()
	seconds, rest := floored(count, int64(S/unit))
	t := time.Unix(seconds, rest*int64(unit)).UTC()
	// Go counts seconds from another year on, and goes round where 64 bits end.
	days, _ := floored(seconds, daySeconds)
	if year, _, _ := civil(days); int64(t.Year()) != year {
		unheld(r, count, "time.Time", word, "i64")
	}
	return t
}

// Count lowers a point in time.
func Count(t time.Time, unit Unit) int64 { return count(t, t.Unix(), unit) }

// LocalCount lowers a time that stands on a clock, whatever zone that is in.
func LocalCount(t time.Time, unit Unit) int64 {
	_, offset := t.Zone()
	return count(t, t.Unix()+int64(offset), unit)
}

func count(t time.Time, seconds int64, unit Unit) int64 {
	part := int64(t.Nanosecond())
	if part%int64(unit) != 0 {
		refuse("%v is finer than its type", t)
	}
	return seconds*int64(S/unit) + part/int64(unit)
}

var withOffset = regexp.MustCompile(
	`^([+-]?\d{4,12})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}|\d{6}|\d{9}))?(?:Z|([+-])(\d\d):(\d\d))$`,
)

// mostYears is within what 64 bits have seconds for.
const mostYears = 292_000_000_000

// LoadWithOffset reads the canonical text of a timestamp with an offset of its own.
func LoadWithOffset(r *driver.JSON, unit Unit, word string) time.Time {
	text := r.String()
	found := withOffset.FindStringSubmatch(text)
	if found == nil {
		r.Refuse("%q is no canonical text of %s", text, word)
	}
	numbers := make([]int64, len(found))
	for i, part := range found {
		numbers[i], _ = strconv.ParseInt(part, 10, 64) // what is no number stays 0
	}
	if year := numbers[1]; year < -mostYears || year > mostYears {
		unheld(r, text, "time.Time", word, "text")
	}
	part, _ := strconv.ParseInt(found[7]+strings.Repeat("0", 9-len(found[7])), 10, 64)
	offset := numbers[9]*3600 + numbers[10]*60
	if found[8] == "-" {
		offset = -offset
	}
	clock := numbers[4]*3600 + numbers[5]*60 + numbers[6]
	seconds := days(numbers[1], numbers[2], numbers[3])*daySeconds + clock - offset
	zone := time.UTC
	if offset != 0 {
		zone = time.FixedZone("", int(offset))
	}
	t := time.Unix(seconds, part).In(zone)
	if WithOffset(t, unit) != text {
		r.Refuse("%q is no canonical text of %s", text, word)
	}
	return t
}

// WithOffset lowers a timestamp with an offset of its own.
func WithOffset(t time.Time, unit Unit) string {
	_, offset := t.Zone()
	onDay, clock := floored(t.Unix()+int64(offset), daySeconds)
	year, month, day := civil(onDay)
	if offset%60 != 0 || t.Nanosecond()%int(unit) != 0 {
		refuse("%v is finer than its type", t)
	}
	text := fmt.Sprintf("%04d", year)
	if year < 0 || year > 9999 {
		text = fmt.Sprintf("%+05d", year)
	}
	text += fmt.Sprintf("-%02d-%02dT%02d:%02d:%02d", month, day, clock/3600, clock/60%60, clock%60)
	if unit != S {
		digits := fmt.Sprintf("%09d", t.Nanosecond())
		text += "." + digits[:map[Unit]int{MS: 3, US: 6, NS: 9}[unit]]
	}
	if offset == 0 {
		return text + "Z"
	}
	sign, minutes := '+', offset/60
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	return text + fmt.Sprintf("%c%02d:%02d", sign, minutes/60, minutes%60)
}

// Days from 1970-01-01 on: Howard Hinnant, chrono-compatible low-level date algorithms.

func days(year, month, day int64) int64 {
	if month <= 2 {
		year--
	}
	era, ofEra := floored(year, 400)
	ofYear := (153*((month+9)%12)+2)/5 + day - 1
	return era*146097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719468
}

func civil(days int64) (year, month, day int64) {
	era, ofEra := floored(days+719468, 146097)
	year = (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*year + year/4 - year/100)
	shifted := (5*ofYear + 2) / 153
	day = ofYear - (153*shifted+2)/5 + 1
	year += era * 400
	if month = shifted + 3; month > 12 {
		return year + 1, month - 12, day
	}
	return year, month, day
}

// LoadDuration reads units, also those of a time of the day.
func LoadDuration(r *driver.JSON, unit Unit, word string) time.Duration {
	count := r.I64()
	if most := math.MaxInt64 / int64(unit); count > most || count < -most {
		// With nanoseconds, all are held, and only the lowest is beyond the one with its sign changed.
		if unit != NS {
			unheld(r, count, "time.Duration", word, "i64")
		}
	}
	return time.Duration(count * int64(unit))
}

// LoadTime reads units of which there are no more than 32 bits.
func LoadTime(r *driver.JSON, unit Unit) time.Duration {
	return time.Duration(int64(r.I32()) * int64(unit))
}

// Units lowers a duration.
func Units(d time.Duration, unit Unit) int64 {
	if int64(d)%int64(unit) != 0 {
		refuse("%v is finer than its type", d)
	}
	return int64(d) / int64(unit)
}

// LoadDecimal reads the canonical text of one that has so many digits behind the point.
func LoadDecimal(r *driver.JSON, scale int) decimal.Decimal {
	text := r.String()
	unscaled, is := new(big.Int).SetString(strings.Replace(text, ".", "", 1), 10)
	if !is {
		r.Refuse("%q is no decimal", text)
	}
	d := decimal.NewFromBigInt(unscaled, int32(-scale))
	if DecimalText(d, scale) != text {
		r.Refuse("%q is no canonical text of a decimal with %d digits behind the point", text, scale)
	}
	return d
}

// LoadWhole reads a decimal that is lowered to an integer.
func LoadWhole(r *driver.JSON) decimal.Decimal { return decimal.NewFromInt(r.I64()) }

// DecimalText lowers a decimal. One of another scale is another value.
func DecimalText(d decimal.Decimal, scale int) string {
	if int(d.Exponent()) != -scale {
		refuse("%s has the exponent %d, not %d", d, d.Exponent(), -scale)
	}
	digits := d.Coefficient().String()
	if scale == 0 {
		return digits
	}
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// Whole lowers a decimal to an integer.
func Whole(d decimal.Decimal) int64 {
	if d.Exponent() != 0 || !d.Coefficient().IsInt64() {
		refuse("%s is no integer of 64 bits with the exponent 0", d)
	}
	return d.Coefficient().Int64()
}

// LoadUUID reads the canonical text.
func LoadUUID(r *driver.JSON) uuid.UUID {
	text := r.String()
	id, err := uuid.Parse(text)
	if err != nil || id.String() != text {
		r.Refuse("%q is no canonical text of a uuid", text)
	}
	return id
}

// LoadBigInt reads the canonical text.
func LoadBigInt(r *driver.JSON) *big.Int {
	text := r.String()
	number, is := new(big.Int).SetString(text, 10)
	if !is || number.String() != text {
		r.Refuse("%q is no canonical text of an integer", text)
	}
	return number
}

// Digits lowers an integer.
func Digits(number *big.Int) string {
	if number == nil {
		refuse("an integer is missing")
	}
	return number.String()
}
