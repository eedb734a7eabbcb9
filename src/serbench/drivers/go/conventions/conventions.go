// Package conventions has what generated conversions make of values of logical types for libraries that
// do not take them, and back (docs/types.md): canonical text where people read the format, else
// integers and bytes.
//
// What makes a value of text or bytes notes in `wrong`, which may be nil, that they are none, so that a
// function that converts many fields looks for an error once.
package conventions

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

func note(err error, wrong *error) {
	if err != nil && wrong != nil {
		*wrong = err
	}
}

// MomentText is the canonical text of what the layout has: Go writes no sign before years of more than
// four digits.
func MomentText(t time.Time, layout string) string {
	if t.Year() > 9999 {
		return "+" + t.Format(layout)
	}
	return t.Format(layout)
}

// MomentOf reads it; the layout need not say how many digits a second's fraction has.
func MomentOf(text, layout string, wrong *error) time.Time {
	t, err := time.Parse(layout, text)
	if err != nil && (strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-")) {
		t, err = farMoment(text, layout)
	}
	note(err, wrong)
	return t
}

// Of the calendar, which begins anew after them.
const (
	cycleYears   = 400
	cycleSeconds = 146097 * 86400
)

// farMoment reads a year with a sign, which Go does not, as one within the first 800 years.
func farMoment(text, layout string) (time.Time, error) {
	end := strings.IndexByte(text[1:], '-') + 1
	year, err := strconv.ParseInt(text[:end], 10, 64)
	if err != nil {
		return time.Time{}, err
	}
	cycles := year/cycleYears - 1
	near, err := time.Parse(layout, fmt.Sprintf("%04d%s", year-cycles*cycleYears, text[end:]))
	if err != nil {
		return time.Time{}, err
	}
	far := time.Unix(near.Unix()+cycles*cycleSeconds, int64(near.Nanosecond()))
	return far.In(near.Location()), nil
}

const daySeconds = 24 * 60 * 60

// Days since 1970-01-01 of midnight in UTC.
func Days(t time.Time) int32 { return int32(t.Unix() / daySeconds) }

// Date is midnight in UTC, so many days after 1970-01-01.
func Date(days int32) time.Time { return time.Unix(int64(days)*daySeconds, 0).UTC() }

// NanosOf is the time so many nanoseconds after 1970-01-01 in UTC.
func NanosOf(count int64) time.Time { return time.Unix(0, count).UTC() }

// SecondsOf is the same of seconds.
func SecondsOf(count int64) time.Time { return time.Unix(count, 0).UTC() }

// In counts units.
func In(d, unit time.Duration) int64 { return int64(d / unit) }

// Of is so many of them.
func Of(count int64, unit time.Duration) time.Duration { return time.Duration(count) * unit }

// magnitude takes the sign off, of which the lowest duration has no opposite.
func magnitude(out []byte, d time.Duration) ([]byte, uint64) {
	if d < 0 {
		return append(out, '-'), -uint64(d)
	}
	return out, uint64(d)
}

// appendPadded writes at least so many digits.
func appendPadded(out []byte, number uint64, digits int) []byte {
	for limit := uint64(10); digits > 1; digits, limit = digits-1, limit*10 {
		if number < limit {
			for ; digits > 1; digits-- {
				out = append(out, '0')
			}
			break
		}
	}
	return strconv.AppendUint(out, number, 10)
}

func appendFraction(out []byte, ns uint64, digits int) []byte {
	if digits == 0 {
		return out
	}
	out = append(out, '.')
	start := len(out)
	for at := uint64(time.Second) / 10; at > 0; at /= 10 {
		out = append(out, byte('0'+ns/at%10))
	}
	return out[:start+digits]
}

// TimeText is the canonical text of a time of the day.
func TimeText(d time.Duration, digits int) string {
	out, ns := magnitude(make([]byte, 0, len("-00:00:00.000000000")), d)
	seconds := ns / uint64(time.Second)
	out = append(appendPadded(out, seconds/3600, 2), ':')
	out = append(appendPadded(out, seconds/60%60, 2), ':')
	out = appendPadded(out, seconds%60, 2)
	return string(appendFraction(out, ns%uint64(time.Second), digits))
}

var (
	errTime     = errors.New("it is no time of the day, such as 12:00:00")
	errDuration = errors.New("it is no duration, such as PT1.500S")
)

// TimeOf reads it.
func TimeOf(text string, wrong *error) time.Duration {
	rest, isNegative := strings.CutPrefix(text, "-")
	hours, rest, hasMinutes := strings.Cut(rest, ":")
	minutes, seconds, hasSeconds := strings.Cut(rest, ":")
	h, err1 := strconv.ParseUint(hours, 10, 32)
	m, err2 := strconv.ParseUint(minutes, 10, 32)
	d, isCount := secondsOf(seconds)
	if !hasMinutes || !hasSeconds || err1 != nil || err2 != nil || !isCount {
		note(errTime, wrong)
		return 0
	}
	return signed(d+(h*60+m)*60*uint64(time.Second), isNegative)
}

// secondsOf reads seconds with a fraction.
func secondsOf(text string) (ns uint64, is bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	seconds, err := strconv.ParseUint(whole, 10, 64)
	if err != nil || len(fraction) > 9 {
		return 0, false
	}
	part := uint64(0)
	for i := range 9 {
		digit := byte('0')
		if i < len(fraction) {
			digit = fraction[i]
		}
		if digit < '0' || digit > '9' {
			return 0, false
		}
		part = part*10 + uint64(digit-'0')
	}
	return seconds*uint64(time.Second) + part, true
}

func signed(ns uint64, isNegative bool) time.Duration {
	if isNegative {
		return -time.Duration(ns)
	}
	return time.Duration(ns)
}

// DurationText is the canonical text of a duration.
func DurationText(d time.Duration, digits int) string {
	out, ns := magnitude(make([]byte, 0, len("-PT9223372036.854775808S")), d)
	out = strconv.AppendUint(append(out, "PT"...), ns/uint64(time.Second), 10)
	return string(append(appendFraction(out, ns%uint64(time.Second), digits), 'S'))
}

// DurationOf reads it.
func DurationOf(text string, wrong *error) time.Duration {
	rest, isNegative := strings.CutPrefix(text, "-")
	rest, begins := strings.CutPrefix(rest, "PT")
	rest, ends := strings.CutSuffix(rest, "S")
	ns, isCount := secondsOf(rest)
	if !begins || !ends || !isCount {
		note(errDuration, wrong)
		return 0
	}
	return signed(ns, isNegative)
}

// DecimalOf reads a decimal whose scale is that of the text.
func DecimalOf(text string, wrong *error) decimal.Decimal {
	d, err := decimal.NewFromString(text)
	note(err, wrong)
	return d
}

// Unscaled is the integer of the digits of a decimal with so many behind the point.
func Unscaled(d decimal.Decimal, scale int32) int64 {
	if d.Exponent() == -scale {
		return d.CoefficientInt64()
	}
	return d.Shift(scale).IntPart()
}

// UnscaledBytes is the same of many digits.
func UnscaledBytes(d decimal.Decimal, scale int32) []byte {
	if d.Exponent() == -scale {
		return IntegerBytes(d.Coefficient())
	}
	return IntegerBytes(d.Shift(scale).BigInt())
}

// Scaled is the decimal of such bytes.
func Scaled(data []byte, scale int32) decimal.Decimal {
	return decimal.NewFromBigInt(IntegerOf(data), -scale)
}

// UUIDOf reads the text.
func UUIDOf(text string, wrong *error) uuid.UUID {
	id, err := uuid.Parse(text)
	note(err, wrong)
	return id
}

// UUIDBytes are the 16 bytes.
func UUIDBytes(id uuid.UUID) []byte { return id[:] }

// UUIDOfBytes is the reverse.
func UUIDOfBytes(data []byte, wrong *error) uuid.UUID {
	id, err := uuid.FromBytes(data)
	note(err, wrong)
	return id
}

var errInteger = errors.New("it is no integer")

// BigIntOf reads decimal digits.
func BigIntOf(text string, wrong *error) *big.Int {
	number, is := new(big.Int).SetString(text, 10)
	if !is {
		note(errInteger, wrong)
		return new(big.Int)
	}
	return number
}

// IntegerBytes are those of the two's complement, big-endian, as few as hold the number.
func IntegerBytes(number *big.Int) []byte {
	if number.Sign() >= 0 {
		return number.FillBytes(make([]byte, number.BitLen()/8+1))
	}
	inverted := new(big.Int).Not(number)
	out := inverted.FillBytes(make([]byte, inverted.BitLen()/8+1))
	invert(out)
	return out
}

// IntegerOf is the reverse; of no bytes, it is 0.
func IntegerOf(data []byte) *big.Int {
	if len(data) == 0 || data[0] < 0x80 {
		return new(big.Int).SetBytes(data)
	}
	inverted := append([]byte(nil), data...)
	invert(inverted)
	number := new(big.Int).SetBytes(inverted)
	return number.Not(number)
}

func invert(data []byte) {
	for i := range data {
		data[i] = ^data[i]
	}
}
