package driver

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON reads canonical values and refuses whatever does not fit the schema. Its methods
// panic with a loadError, which load recovers.
type JSON struct {
	tokens *jsontext.Decoder
	path   []step
	// Of the records that are being read: which of their fields were.
	seen []bool
}

// A step leads from a value to one in it: a field or key by its name, or an item of a list.
type step struct {
	name string
	item int // aName where it is not one
}

const aName = -1

// Of what is no fault of the value's, but beyond the class that Go has for its type, `unheld` says so.
type loadError struct {
	text   string
	unheld bool
}

func (e loadError) Error() string { return e.text }

func newJSON() *JSON {
	return &JSON{tokens: jsontext.NewDecoder(new(bytes.Buffer))}
}

// load reads a value from a line. The error names the path in the value.
func (r *JSON) load(line []byte, into func(*JSON)) (err error) {
	// Fields and Entries find duplicates themselves, and say where.
	r.tokens.Reset(bytes.NewBuffer(line), jsontext.AllowDuplicateNames(true))
	r.path, r.seen = r.path[:0], r.seen[:0]
	defer func() {
		if failure := recover(); failure != nil {
			failed, ours := failure.(loadError)
			if !ours {
				panic(failure)
			}
			err = failed
		}
	}()
	into(r)
	if _, err := r.tokens.ReadToken(); err != io.EOF {
		return errors.New("more follows the value")
	}
	return nil
}

func (r *JSON) fail(format string, args ...any) { r.stop(false, format, args...) }

// Refuse ends reading with an error: the value that the caller read is no value of its type.
func (r *JSON) Refuse(format string, args ...any) { r.stop(false, format, args...) }

// Unheld says that Go has no value for it.
func (r *JSON) Unheld(format string, args ...any) { r.stop(true, format, args...) }

func (r *JSON) stop(unheld bool, format string, args ...any) {
	path := "$"
	for _, at := range r.path {
		if at.item == aName {
			path += "." + at.name
		} else {
			path += fmt.Sprintf("[%d]", at.item)
		}
	}
	panic(loadError{path + ": " + fmt.Sprintf(format, args...), unheld})
}

// next gives a token that is good until the next is asked for.
func (r *JSON) next() jsontext.Token {
	token, err := r.tokens.ReadToken()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		r.fail("not JSON: %v", err)
	}
	return token
}

func (r *JSON) nextIs(kind jsontext.Kind, what string) jsontext.Token {
	token := r.next()
	if token.Kind() != kind {
		r.fail("%v is not %s", token, what)
	}
	return token
}

// Fields gives the number of each field as it comes. Every field must be there, and no other.
func (r *JSON) Fields(names ...string) iter.Seq[int] {
	return func(yield func(int) bool) {
		r.nextIs('{', "an object")
		first := len(r.seen)
		r.seen = append(r.seen, make([]bool, len(names))...)
		r.path = append(r.path, step{item: aName})
		for guess := 0; r.tokens.PeekKind() != '}'; guess++ {
			// They come in the schema's order, so that the first guess is right.
			field, token := guess, r.next()
			if field >= len(names) || token.String() != names[field] {
				field = slices.Index(names, token.String())
			}
			if field < 0 || r.seen[first+field] {
				r.path[len(r.path)-1].name = token.String()
				r.fail("the schema has no such field, or has it once")
			}
			r.seen[first+field] = true
			r.path[len(r.path)-1].name = names[field]
			if !yield(field) {
				return
			}
		}
		r.next()
		r.path = r.path[:len(r.path)-1]
		if missing := slices.Index(r.seen[first:], false); missing >= 0 {
			r.fail("field %q is missing", names[missing])
		}
		r.seen = r.seen[:first]
	}
}

// Items does a turn for each item of a list.
func (r *JSON) Items() iter.Seq[int] {
	return func(yield func(int) bool) {
		r.nextIs('[', "a list")
		r.path = append(r.path, step{})
		for i := 0; r.tokens.PeekKind() != ']'; i++ {
			r.path[len(r.path)-1].item = i
			if !yield(i) {
				return
			}
		}
		r.next()
		r.path = r.path[:len(r.path)-1]
	}
}

// Entries gives the key of each entry of a map.
func (r *JSON) Entries() iter.Seq[string] {
	return func(yield func(string) bool) {
		r.nextIs('{', "a map")
		seen := map[string]bool{}
		r.path = append(r.path, step{item: aName})
		for r.tokens.PeekKind() != '}' {
			key := r.next().String()
			r.path[len(r.path)-1].name = key
			if seen[key] {
				r.fail("key %q comes twice", key)
			}
			seen[key] = true
			if !yield(key) {
				return
			}
		}
		r.next()
		r.path = r.path[:len(r.path)-1]
	}
}

// Put puts an entry into a map whose keys are no text, and refuses a key that is there.
func Put[K comparable, V any](r *JSON, m map[K]V, key K, value V) {
	if _, twice := m[key]; twice {
		r.fail("the key %v is twice in a map", key)
	}
	m[key] = value
}

// Null tells whether the value is null, and if so takes it.
func (r *JSON) Null() bool {
	if r.tokens.PeekKind() != 'n' {
		return false
	}
	r.next()
	return true
}

// A Shape is what a value is in JSON, which says which variant of a union it is.
type Shape int

const (
	NoShape Shape = iota // null
	Boolean
	Number
	String
	Array
	Object
)

// Shape tells it of the next value, which stays where it is.
func (r *JSON) Shape() Shape { return shapeOf(r.tokens.PeekKind()) }

// ShapeOf tells it of JSON without space around it.
func ShapeOf(data []byte) Shape {
	kind := jsontext.Kind(data[0])
	if kind == '-' || '0' <= kind && kind <= '9' {
		kind = '0' // as jsontext has it
	}
	return shapeOf(kind)
}

func shapeOf(kind jsontext.Kind) Shape {
	switch kind {
	case 't', 'f':
		return Boolean
	case '0':
		return Number
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	}
	return NoShape
}

// NoVariant refuses the next value.
func (r *JSON) NoVariant() {
	r.fail("%v is no variant of its union", r.next())
}

func (r *JSON) Bool() bool {
	token := r.next()
	if token.Kind() != 't' && token.Kind() != 'f' {
		r.fail("%v is not a bool", token)
	}
	return token.Bool()
}

func (r *JSON) String() string { return r.nextIs('"', "a string").String() }

func (r *JSON) Bytes() []byte {
	v, err := base64.StdEncoding.Strict().DecodeString(r.String())
	if err != nil {
		r.fail("not base64 with padding: %v", err)
	}
	return v
}

// A wireNamed enum has other names for its library, which UnmarshalText reads.
type wireNamed interface {
	UnmarshalWireName(text []byte) error
}

// Symbol reads an enum.
func (r *JSON) Symbol(into encoding.TextUnmarshaler) {
	read := into.UnmarshalText
	if named, is := into.(wireNamed); is {
		read = named.UnmarshalWireName
	}
	if err := read([]byte(r.String())); err != nil {
		r.fail("%v", err)
	}
}

// fits refuses a number that was not parsed.
func (r *JSON) fits(token jsontext.Token, err error, what string) {
	if err != nil {
		r.fail("%v is not %s", token, what)
	}
}

func (r *JSON) I8() int8 {
	token := r.nextIs('0', "an i8")
	v, err := strconv.ParseInt(token.String(), 10, 8)
	r.fits(token, err, "an i8")
	return int8(v)
}

func (r *JSON) I16() int16 {
	token := r.nextIs('0', "an i16")
	v, err := strconv.ParseInt(token.String(), 10, 16)
	r.fits(token, err, "an i16")
	return int16(v)
}

func (r *JSON) I32() int32 {
	token := r.nextIs('0', "an i32")
	v, err := strconv.ParseInt(token.String(), 10, 32)
	r.fits(token, err, "an i32")
	return int32(v)
}

func (r *JSON) I64() int64 {
	token := r.nextIs('0', "an i64")
	v, err := strconv.ParseInt(token.String(), 10, 64)
	r.fits(token, err, "an i64")
	return v
}

func (r *JSON) U8() uint8 {
	token := r.nextIs('0', "a u8")
	v, err := strconv.ParseUint(token.String(), 10, 8)
	r.fits(token, err, "a u8")
	return uint8(v)
}

func (r *JSON) U16() uint16 {
	token := r.nextIs('0', "a u16")
	v, err := strconv.ParseUint(token.String(), 10, 16)
	r.fits(token, err, "a u16")
	return uint16(v)
}

func (r *JSON) U32() uint32 {
	token := r.nextIs('0', "a u32")
	v, err := strconv.ParseUint(token.String(), 10, 32)
	r.fits(token, err, "a u32")
	return uint32(v)
}

func (r *JSON) U64() uint64 {
	token := r.nextIs('0', "a u64")
	v, err := strconv.ParseUint(token.String(), 10, 64)
	r.fits(token, err, "a u64")
	return v
}

func (r *JSON) F64() float64 { return r.float("an f64", 64) }

// F32 reads the nearest double first, as docs/protocol.md says: rounding once, straight to 32 bits,
// differs where the double lies between two floats.
func (r *JSON) F32() float32 {
	return float32(r.float("an f32", 32))
}

// nonFinite are the numbers that JSON lacks, as they stand in canonical values.
var nonFinite = map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}

func (r *JSON) float(what string, bits int) float64 {
	token := r.next()
	if v, is := nonFinite[token.String()]; is && token.Kind() == '"' {
		return v
	}
	if token.Kind() != '0' {
		r.fail("%v is not %s", token, what)
	}
	v, err := strconv.ParseFloat(token.String(), 64)
	if bits == 32 && math.IsInf(float64(float32(v)), 0) {
		err = strconv.ErrRange
	}
	r.fits(token, err, what)
	return v
}
