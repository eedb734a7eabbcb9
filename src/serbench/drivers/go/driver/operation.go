package driver

import (
	"runtime"
	"time"
)

// operations in the order of docs/protocol.md: those that this codec has.
func (s *session[V, P, In, Out]) operations() []string {
	known := []string{"populate", "encode", "decode"}
	if s.ownModel {
		known = append(known, "convert")
	}
	if s.offers.borrow != nil {
		known = append(known, "borrow")
	}
	if s.offers.access != nil {
		known = append(known, "access")
	}
	known = append(known, "read", "encode-fresh")
	if s.offers.decodeInto != nil {
		known = append(known, "decode-reused")
	}
	return append(known, "serialize", "deserialize", "memcpy")
}

// Converting gets its outputs made ahead, so many that reading the clock between them costs nothing
// that shows, and so few that they are still in the nearest cache, as where one is made and used: else
// decode and convert would take longer than deserialize.
const (
	convertChunk      = 16
	convertChunkBytes = 4096
)

// A meter is switched on around the walks, and off again for all that is no part of them.
type meter interface {
	start()
	stop()
}

type stopwatch struct {
	started time.Time
	totalNs int64
}

func (s *stopwatch) start() { s.started = time.Now() }

func (s *stopwatch) stop() { s.totalNs += time.Since(s.started).Nanoseconds() }

// noMeter is for walks that only warm the caches.
type noMeter struct{}

func (noMeter) start() {}
func (noMeter) stop()  {}

// each does work with every item, passes times, under the meter.
func each[T any](passes int, items []T, m meter, work func(T) error) error {
	m.start()
	defer m.stop()
	for range passes {
		for _, item := range items {
			if err := work(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// operate walks over the working set. What a step returns is kept alive to its end: the compiler
// does not see through the codec's interface, so that nothing of it can be left out.
func (s *session[V, P, In, Out]) operate(operation string, passes int, m meter) (err error) {
	codec := s.codec
	switch operation {
	case "populate":
		return each(passes, s.values, m, func(value *V) error {
			input, err := codec.Populate(value)
			runtime.KeepAlive(input)
			if err == nil {
				free(input, s.offers.releaseInput)
			}
			return err
		})
	case "encode":
		if s.ownModel {
			m.start()
			defer m.stop()
			s.out, err = encode(s.encoder, s.inputs, s.out, passes)
			return err
		}
		fallthrough
	case "serialize":
		m.start()
		defer m.stop()
		s.out, err = encode(s.serializer, s.values, s.out, passes)
		return err
	case "decode":
		m.start()
		defer m.stop()
		return decode(s.decoder, s.encoded, s.offers.releaseOutput, passes)
	case "borrow":
		return each(passes, s.encoded, m, func(data []byte) error {
			output, err := s.offers.borrow(data)
			runtime.KeepAlive(output)
			if err == nil {
				free(output, s.offers.releaseOutput)
			}
			return err
		})
	case "convert":
		return s.convert(passes, m)
	case "access":
		return each(passes, s.encoded, m, func(data []byte) error {
			leaf, err := s.offers.access(data)
			s.sum += leaf
			return err
		})
	case "read":
		return each(passes, s.encoded, m, func(data []byte) error {
			sum, err := codec.Read(data)
			s.sum += sum
			return err
		})
	case "encode-fresh":
		if s.ownModel {
			return each(passes, s.inputs, m, func(input In) error {
				out, err := codec.Encode(input, nil)
				runtime.KeepAlive(out)
				return err
			})
		}
		return each(passes, s.values, m, func(value *V) error {
			out, err := codec.Serialize(value, nil)
			runtime.KeepAlive(out)
			return err
		})
	case "decode-reused":
		if s.leftovers != nil {
			return s.leftovers
		}
		return each(passes, s.encoded, m, func(data []byte) error {
			return s.offers.decodeInto(data, s.kept)
		})
	case "deserialize":
		return each(passes, s.encoded, m, func(data []byte) error {
			value, err := codec.Deserialize(data)
			runtime.KeepAlive(value)
			return err
		})
	default: // memcpy
		return each(passes, s.encoded, m, func(data []byte) error {
			s.out = append(s.out[:0], data...)
			return nil
		})
	}
}

// encode keeps the buffer in registers: in the session it costs 3 ns a value.
func encode[In any](by encoder[In], inputs []In, out []byte, passes int) ([]byte, error) {
	for range passes {
		for _, input := range inputs {
			var err error
			if out, err = by.Encode(input, out[:0]); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

func decode[Out any](by decoder[Out], encoded [][]byte, release func(output Out), passes int) error {
	for range passes {
		for _, data := range encoded {
			output, err := by.Decode(data)
			if err != nil {
				return err
			}
			runtime.KeepAlive(output)
			free(output, release)
		}
	}
	return nil
}

// convert walks under the meter over outputs that are made outside it.
func (s *session[V, P, In, Out]) convert(passes int, m meter) error {
	outputs, size := make([]Out, 0, convertChunk), 0
	flush := func() error {
		err := each(1, outputs, m, func(output Out) error {
			value, err := s.codec.Convert(output)
			runtime.KeepAlive(value)
			return err
		})
		for _, output := range outputs {
			free(output, s.offers.releaseOutput)
		}
		clear(outputs) // else they would be kept until they are overwritten
		outputs, size = outputs[:0], 0
		return err
	}
	for range passes {
		for _, data := range s.encoded {
			output, err := s.codec.Decode(data)
			if err != nil {
				return err
			}
			outputs, size = append(outputs, output), size+len(data)
			if len(outputs) == convertChunk || size >= convertChunkBytes {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}
