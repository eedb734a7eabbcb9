package driver

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"unicode/utf8"
)

// JSON reads one canonical value and refuses whatever does not fit the schema. Its methods
// panic with a loadError, which load recovers.
type JSON struct {
	tokens *json.Decoder
	ahead  json.Token
	peeked bool
	path   []string
}

type loadError struct{ text string }

func (e loadError) Error() string { return e.text }

// load reads a value from a line. The error names the path in the value.
func load(line []byte, into func(*JSON)) (err error) {
	if !utf8.Valid(line) {
		return errors.New("it is not UTF-8")
	}
	r := &JSON{tokens: json.NewDecoder(bytes.NewReader(line))}
	r.tokens.UseNumber()
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
	if _, err := r.tokens.Token(); err != io.EOF {
		return errors.New("more follows the value")
	}
	return nil
}

func (r *JSON) fail(format string, args ...any) {
	path := "$"
	for _, step := range r.path {
		path += step
	}
	panic(loadError{path + ": " + fmt.Sprintf(format, args...)})
}

func (r *JSON) peek() json.Token {
	if !r.peeked {
		token, err := r.tokens.Token()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			r.fail("not JSON: %v", err)
		}
		r.ahead, r.peeked = token, true
	}
	return r.ahead
}

func (r *JSON) next() json.Token {
	token := r.peek()
	r.peeked = false
	return token
}

func (r *JSON) expect(what string, want json.Delim) {
	if token := r.next(); token != want {
		r.fail("%v is not %s", token, what)
	}
}

// within walks over the members of an object or list; step names the current one.
func (r *JSON) within(end json.Delim, step func() string, do func() bool) {
	r.path = append(r.path, "")
	for r.peek() != end {
		r.path[len(r.path)-1] = step()
		if !do() {
			return
		}
	}
	r.next()
	r.path = r.path[:len(r.path)-1]
}

// Fields gives the number of each field as it comes. Every field must be there, and no other.
func (r *JSON) Fields(names ...string) iter.Seq[int] {
	return func(yield func(int) bool) {
		r.expect("an object", '{')
		seen := make([]bool, len(names))
		field := 0
		step := func() string {
			name := r.next().(string)
			// They come in the schema's order, so that the first guess is right.
			for range names {
				if names[field] == name {
					break
				}
				field = (field + 1) % len(names)
			}
			if len(names) == 0 || names[field] != name || seen[field] {
				r.path[len(r.path)-1] = "." + name
				r.fail("the schema has no such field, or has it once")
			}
			seen[field] = true
			return "." + name
		}
		r.within('}', step, func() bool {
			current := field
			field = (field + 1) % len(names)
			return yield(current)
		})
		for i, name := range names {
			if !seen[i] {
				r.fail("field %q is missing", name)
			}
		}
	}
}

// Items does a turn for each item of a list.
func (r *JSON) Items() iter.Seq[int] {
	return func(yield func(int) bool) {
		r.expect("a list", '[')
		i := -1
		step := func() string {
			i++
			return fmt.Sprintf("[%d]", i)
		}
		r.within(']', step, func() bool { return yield(i) })
	}
}

// Entries gives the key of each entry of a map.
func (r *JSON) Entries() iter.Seq[string] {
	return func(yield func(string) bool) {
		r.expect("a map", '{')
		seen := map[string]bool{}
		key := ""
		step := func() string {
			key = r.next().(string)
			if seen[key] {
				r.fail("key %q comes twice", key)
			}
			seen[key] = true
			return "." + key
		}
		r.within('}', step, func() bool { return yield(key) })
	}
}

// Null tells whether the value is null, and if so takes it.
func (r *JSON) Null() bool {
	if r.peek() != nil {
		return false
	}
	r.next()
	return true
}

func (r *JSON) Bool() bool {
	token := r.next()
	v, fits := token.(bool)
	if !fits {
		r.fail("%v is not a bool", token)
	}
	return v
}

func (r *JSON) String() string {
	token := r.next()
	v, fits := token.(string)
	if !fits {
		r.fail("%v is not a string", token)
	}
	return v
}

func (r *JSON) Bytes() []byte {
	v, err := base64.StdEncoding.Strict().DecodeString(r.String())
	if err != nil {
		r.fail("not base64 with padding: %v", err)
	}
	return v
}

// Symbol reads an enum.
func (r *JSON) Symbol(into encoding.TextUnmarshaler) {
	if err := into.UnmarshalText([]byte(r.String())); err != nil {
		r.fail("%v", err)
	}
}

func number[T any](r *JSON, what string, parse func(string) (T, error)) T {
	token := r.next()
	text, fits := token.(json.Number)
	if fits {
		if v, err := parse(string(text)); err == nil {
			return v
		}
	}
	r.fail("%v is not %s", token, what)
	panic("not reached")
}

func (r *JSON) I32() int32 {
	return number(r, "an i32", func(text string) (int32, error) {
		v, err := strconv.ParseInt(text, 10, 32)
		return int32(v), err
	})
}

func (r *JSON) I64() int64 {
	return number(r, "an i64", func(text string) (int64, error) {
		return strconv.ParseInt(text, 10, 64)
	})
}

func (r *JSON) U32() uint32 {
	return number(r, "a u32", func(text string) (uint32, error) {
		v, err := strconv.ParseUint(text, 10, 32)
		return uint32(v), err
	})
}

func (r *JSON) U64() uint64 {
	return number(r, "a u64", func(text string) (uint64, error) {
		return strconv.ParseUint(text, 10, 64)
	})
}

func (r *JSON) F64() float64 {
	return number(r, "an f64", func(text string) (float64, error) {
		return strconv.ParseFloat(text, 64)
	})
}

// F32 reads the nearest double first, as docs/protocol.md says: rounding once, straight to 32 bits,
// differs where the double lies between two floats.
func (r *JSON) F32() float32 {
	return number(r, "an f32", func(text string) (float32, error) {
		v, err := strconv.ParseFloat(text, 64)
		if math.IsInf(float64(float32(v)), 0) {
			err = strconv.ErrRange
		}
		return float32(v), err
	})
}
