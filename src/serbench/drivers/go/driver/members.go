package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// A Member is a field whose name no struct tag can hold. Value points to the field. One that is Absent is
// left out.
type Member struct {
	Name   string
	Value  any
	Absent bool
}

// MarshalMembers writes them as a JSON object.
func MarshalMembers(members []Member) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	out.WriteByte('{')
	for _, member := range members {
		if member.Absent {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		if err := encoder.Encode(member.Name); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		if err := encoder.Encode(member.Value); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil // encoding/json takes the line breaks out
}

// UnmarshalMembers reads a JSON object into them; other members are ignored, as with tags.
func UnmarshalMembers(data []byte, members []Member) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for _, member := range members {
		if text, found := raw[member.Name]; found {
			if err := json.Unmarshal(text, member.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// MarshalVariant writes what a union holds.
func MarshalVariant(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return out.Bytes(), err // encoding/json takes the line break out
}

// MarshalTold writes what a field holds that may be absent. Not every library takes the line break out.
func MarshalTold(value any) ([]byte, error) {
	text, err := MarshalVariant(value)
	return bytes.TrimSuffix(text, []byte{'\n'}), err
}

// NoVariant says of a union that it holds none, or of JSON that it is none.
func NoVariant() error {
	return errors.New("it is no variant of its union")
}

// MarshalNumbers writes them as a JSON array.
func MarshalNumbers(numbers []uint8) ([]byte, error) {
	out := make([]byte, 0, 4*len(numbers)+2)
	out = append(out, '[')
	for i, number := range numbers {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendUint(out, uint64(number), 10)
	}
	return append(out, ']'), nil
}

// UnmarshalNumbers reads a JSON array.
func UnmarshalNumbers(data []byte, into *[]uint8) error {
	var wide []uint16 // of uint8, encoding/json reads base64
	if err := json.Unmarshal(data, &wide); err != nil {
		return err
	}
	return Narrow(wide, into)
}

// Widen gives a list of u8 to libraries that take []uint8 for bytes.
func Widen(numbers []uint8) []uint16 {
	wide := make([]uint16, len(numbers))
	for i, number := range numbers {
		wide[i] = uint16(number)
	}
	return wide
}

// Narrow is its reverse.
func Narrow(wide []uint16, into *[]uint8) error {
	*into = make([]uint8, len(wide))
	for i, number := range wide {
		if number > math.MaxUint8 {
			return fmt.Errorf("%d is not a u8", number)
		}
		(*into)[i] = uint8(number)
	}
	return nil
}

// QuoteSymbol writes an enum's wire name as JSON.
func QuoteSymbol(text []byte) ([]byte, error) {
	for _, c := range text {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return json.Marshal(string(text))
		}
	}
	out := make([]byte, 0, len(text)+2)
	out = append(out, '"')
	out = append(out, text...)
	return append(out, '"'), nil
}

// UnquoteSymbol reads JSON that may be an enum's wire name.
func UnquoteSymbol(data []byte) ([]byte, error) {
	if n := len(data); n >= 2 && data[0] == '"' && bytes.IndexByte(data, '\\') < 0 {
		return data[1 : n-1], nil
	}
	var text string
	err := json.Unmarshal(data, &text)
	return []byte(text), err
}
