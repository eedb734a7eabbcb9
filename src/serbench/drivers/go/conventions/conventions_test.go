package conventions

import (
	"bytes"
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func TestMomentsOfAllYearsAreReadAsTheyAreWritten(t *testing.T) {
	zone := time.FixedZone("", 5*3600+45*60)
	for text, moment := range map[string]time.Time{
		"2026-01-31T12:00:00.500Z":      time.Date(2026, 1, 31, 12, 0, 0, 500_000_000, time.UTC),
		"0001-01-01T00:00:00.000Z":      time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		"+12000-02-29T00:00:00.000Z":    time.Date(12000, 2, 29, 0, 0, 0, 0, time.UTC),
		"-0004-02-29T00:00:00.001Z":     time.Date(-4, 2, 29, 0, 0, 0, 1_000_000, time.UTC),
		"+10000-01-01T00:00:00.000Z":    time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		"-9999-01-01T00:00:00.000Z":     time.Date(-9999, 1, 1, 0, 0, 0, 0, time.UTC),
		"2026-01-31T12:00:00.000+05:45": time.Date(2026, 1, 31, 12, 0, 0, 0, zone),
	} {
		if written := MomentText(moment, "2006-01-02T15:04:05.000Z07:00"); written != text {
			t.Errorf("%v is written as %s, not %s", moment, written, text)
		}
		var wrong error
		if read := MomentOf(text, "2006-01-02T15:04:05Z07:00", &wrong); !read.Equal(moment) || wrong != nil {
			t.Errorf("%s is read as %v: %v", text, read, wrong)
		}
	}
}

func TestWhatIsNoMomentIsNoted(t *testing.T) {
	for _, text := range []string{"", "+", "-", "2026", "+12000", "-x-01-01", "2026-13-01T00:00:00Z"} {
		var wrong error
		if MomentOf(text, "2006-01-02T15:04:05Z07:00", &wrong); wrong == nil {
			t.Errorf("%q is read", text)
		}
		MomentOf(text, "2006-01-02", nil) // nobody wants to know
	}
}

func TestDurationsAreReadAsTheyAreWritten(t *testing.T) {
	for text, d := range map[string]time.Duration{
		"PT0.000000000S": 0, "PT1.500000000S": 1500 * time.Millisecond, "-PT60.000000000S": -time.Minute,
		"PT9223372036.854775807S": math.MaxInt64, "-PT9223372036.854775808S": math.MinInt64,
		"-PT0.000000001S": -1,
	} {
		if written := DurationText(d, 9); written != text {
			t.Errorf("%v is written as %s, not %s", d, written, text)
		}
		var wrong error
		if read := DurationOf(text, &wrong); read != d || wrong != nil {
			t.Errorf("%s is read as %v: %v", text, read, wrong)
		}
	}
	if written := DurationText(90*time.Second, 0); written != "PT90S" {
		t.Error(written)
	}
}

func TestTimesAreReadAsTheyAreWrittenAlsoBeyondADay(t *testing.T) {
	for text, d := range map[string]time.Duration{
		"00:00:00.000": 0, "23:59:59.999": 24*time.Hour - time.Millisecond, "100:00:01.000": 100*time.Hour + time.Second,
		"-00:00:01.000": -time.Second,
	} {
		if written := TimeText(d, 3); written != text {
			t.Errorf("%v is written as %s, not %s", d, written, text)
		}
		var wrong error
		if read := TimeOf(text, &wrong); read != d || wrong != nil {
			t.Errorf("%s is read as %v: %v", text, read, wrong)
		}
	}
}

func TestWhatIsNoCountIsNoted(t *testing.T) {
	for _, text := range []string{"", "PT", "PTS", "PT1", "PT1.S0", "P1S", "PT1.0000000001S", "PT-1S", "12:00", "1:2:x"} {
		var wrong, noTime error
		DurationOf(text, &wrong)
		TimeOf(text, &noTime)
		if (wrong == nil && text != "PT1.S0") || noTime == nil {
			t.Errorf("%q is read: %v, %v", text, wrong, noTime)
		}
	}
}

func TestIntegersHaveTheFewestBytesOfTwosComplement(t *testing.T) {
	for number, data := range map[int64][]byte{
		0: {0}, 127: {0x7f}, 128: {0, 0x80}, -1: {0xff}, -128: {0x80}, -129: {0xff, 0x7f}, 255: {0, 0xff},
		256: {1, 0}, -256: {0xff, 0}, -257: {0xfe, 0xff},
	} {
		if made := IntegerBytes(big.NewInt(number)); !bytes.Equal(made, data) {
			t.Errorf("%d is % x", number, made)
		}
		kept := bytes.Clone(data)
		if read := IntegerOf(data); read.Int64() != number || !bytes.Equal(kept, data) {
			t.Errorf("% x is read as %v", data, read)
		}
	}
	if IntegerOf(nil).Sign() != 0 {
		t.Error("no bytes are no zero")
	}
}

func TestDecimalsKeepTheirScale(t *testing.T) {
	var wrong error
	d := DecimalOf("1.10", &wrong)
	if wrong != nil || d.Exponent() != -2 || Unscaled(d, 2) != 110 || d.StringFixed(2) != "1.10" {
		t.Errorf("%v, %v", d, wrong)
	}
	if Unscaled(decimal.RequireFromString("1.1"), 2) != 110 {
		t.Error("one of another scale is not brought to the type's")
	}
	if back := Scaled(UnscaledBytes(d, 2), 2); back.Exponent() != -2 || !back.Equal(d) {
		t.Errorf("%v", back)
	}
	if DecimalOf("1,1", &wrong); wrong == nil {
		t.Error("1,1 is read")
	}
}

func TestUUIDsOfAnotherSizeAreNoted(t *testing.T) {
	var wrong error
	id := UUIDOf("00112233-4455-6677-8899-aabbccddeeff", &wrong)
	if again := UUIDOfBytes(UUIDBytes(id), &wrong); again != id || wrong != nil {
		t.Errorf("%v, %v", again, wrong)
	}
	if UUIDOfBytes([]byte{1}, &wrong); wrong == nil {
		t.Error("one byte is read")
	}
}
