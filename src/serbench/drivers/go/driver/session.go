package driver

import (
	"errors"
	"fmt"
	"runtime"
)

const mismatchesShown = 10

// session is a working set: opened, verified, and walked over.
type session[V any, P Root[V], In, Out any] struct {
	codec      bound[V, In, Out]
	serializer encoder[*V]
	encoder    encoder[In]
	decoder    decoder[Out]
	offers     offers[V, In, Out]
	ownModel   bool

	digester digester
	values   []*V
	digests  []uint64
	// Made when they are first needed, and only for a codec with a model of its own.
	inputs []In
	// In one piece of memory: see together.
	encoded [][]byte
	out     []byte
	sum     uint64
	// What `decode-reused` decodes into, and why it is no operation of these values.
	kept      Out
	leftovers error
	verified  bool
}

func (s *session[V, P, In, Out]) open(path string, limit int) (any, error) {
	// The old set goes first, so that two never stand in memory together.
	s.values, s.digests, s.inputs, s.encoded, s.verified = nil, nil, nil, nil, false
	values, err := readValues[V, P](path, limit)
	if err != nil {
		return nil, err
	}
	visit, access := uint64(0), uint64(0)
	for _, value := range values {
		s.digests = append(s.digests, s.digester.value(P(value)))
		visit += P(value).Visit()
		if leaf, has := any(P(value)).(leafHolder); has {
			access += leaf.Access()
		}
	}
	s.values = values
	reply := map[string]any{
		"values": len(values), "digest": digestOfSet(s.digests), "visit": hex(visit),
	}
	if _, has := any(P(nil)).(leafHolder); has {
		reply["access"] = hex(access)
	}
	return reply, nil
}

func (s *session[V, P, In, Out]) isOpen() error {
	if s.values == nil {
		return refuse(badRequest, "no values are open: send open first")
	}
	return nil
}

func (s *session[V, P, In, Out]) isVerified() error {
	if err := s.isOpen(); err != nil {
		return err
	}
	if !s.verified {
		return refuse(badRequest, "the working set is not verified: send verify first")
	}
	return nil
}

// proof is what verification learns of one value.
type proof struct {
	encoded       []byte
	digest, visit uint64
}

type mismatch struct {
	Index  int    `json:"index"`
	Reason string `json:"reason"`
}

func (s *session[V, P, In, Out]) verify() (any, error) {
	if err := s.isOpen(); err != nil {
		return nil, err
	}
	s.verified, s.inputs, s.encoded, s.leftovers = false, nil, nil, nil
	digests, visit, size, mismatched := []uint64{}, uint64(0), 0, 0
	mismatches := []mismatch{}
	for index, value := range s.values {
		var found proof
		err := guarded(func() error { return s.prove(value, s.digests[index], &found) })
		if err != nil {
			if cause := s.cannotHold(err, value, found.encoded); cause != "" {
				return nil, refuse(cannotHoldKind, "value %d: %s", index, cause)
			}
			mismatched++
			if len(mismatches) < mismatchesShown {
				mismatches = append(mismatches, mismatch{index, err.Error()})
			}
		}
		s.encoded = append(s.encoded, found.encoded)
		digests = append(digests, found.digest)
		visit += found.visit
		size += len(found.encoded)
	}
	s.encoded = together(s.encoded)
	s.verified = mismatched == 0
	if s.verified && s.offers.decodeInto != nil {
		s.leftovers = guarded(s.proveKept)
	}
	return map[string]any{
		"values":        len(s.values),
		"encoded_bytes": size,
		"digest":        digestOfSet(digests),
		"visit":         hex(visit),
		"mismatched":    mismatched,
		"mismatches":    mismatches,
	}, nil
}

func (s *session[V, P, In, Out]) cannotHold(err error, value *V, data []byte) string {
	var declared *cannotHold
	if errors.As(err, &declared) {
		return declared.cause
	}
	if s.offers.explain != nil {
		return s.offers.explain(value, data)
	}
	return ""
}

// prove does the steps of verify in docs/protocol.md for one value.
func (s *session[V, P, In, Out]) prove(value *V, expected uint64, found *proof) error {
	input, err := s.codec.Populate(value)
	if err != nil {
		return fmt.Errorf("populate: %w", err)
	}
	if s.out, err = s.codec.Encode(input, s.out[:0]); err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	found.encoded = append(make([]byte, 0, len(s.out)), s.out...)
	output, err := s.codec.Decode(found.encoded)
	if err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	decoded, err := s.codec.Convert(output)
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	found.digest = s.digester.value(P(decoded))
	if found.digest != expected {
		return fmt.Errorf("decode: digest %s is not %s", hex(found.digest), hex(expected))
	}
	if s.out, err = s.codec.Serialize(value, s.out[:0]); err != nil {
		return fmt.Errorf("serialize: %w", err)
	}
	again, err := s.codec.Deserialize(s.out)
	if err != nil {
		return fmt.Errorf("deserialize: %w", err)
	}
	if digest := s.digester.value(P(again)); digest != expected {
		return fmt.Errorf("deserialize: digest %s is not %s", hex(digest), hex(expected))
	}
	if found.visit, err = s.codec.Read(found.encoded); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	visit := P(value).Visit()
	if found.visit != visit {
		return fmt.Errorf("read: visit sum %s is not %s", hex(found.visit), hex(visit))
	}
	return s.proveOffers(value, visit, found.encoded)
}

// proveOffers does what verify asks of operations that not every codec has.
func (s *session[V, P, In, Out]) proveOffers(value *V, visit uint64, data []byte) error {
	if s.offers.borrow != nil {
		output, err := s.offers.borrow(data)
		if err != nil {
			return fmt.Errorf("borrow: %w", err)
		}
		borrowed, err := s.codec.Convert(output)
		if err != nil {
			return fmt.Errorf("borrow: %w", err)
		}
		if sum := P(borrowed).Visit(); sum != visit {
			return fmt.Errorf("borrow: visit sum %s is not %s", hex(sum), hex(visit))
		}
	}
	if s.offers.access != nil {
		leaf, err := s.offers.access(data)
		if err != nil {
			return fmt.Errorf("access: %w", err)
		}
		if expected := any(P(value)).(leafHolder).Access(); leaf != expected {
			return fmt.Errorf("access: leaf %s is not %s", hex(leaf), hex(expected))
		}
	}
	return nil
}

// proveKept looks whether a second value takes the place of the first in one output. A library need
// not do that: then the operation is refused, and nothing else.
func (s *session[V, P, In, Out]) proveKept() (err error) {
	for index, data := range s.encoded {
		if index == 0 {
			if s.kept, err = s.codec.Decode(data); err != nil {
				return err
			}
		}
		if err := s.offers.decodeInto(data, s.kept); err != nil {
			return fmt.Errorf("value %d: decode-reused: %w", index, err)
		}
		value, err := s.codec.Convert(s.kept)
		if err != nil {
			return fmt.Errorf("value %d: decode-reused: %w", index, err)
		}
		if digest := s.digester.value(P(value)); digest != s.digests[index] {
			return fmt.Errorf("value %d: decode-reused: digest %s is not %s: "+
				"the object kept something of the value before", index, hex(digest), hex(s.digests[index]))
		}
	}
	return nil
}

// guarded lets a library's panic end what it panicked in, and nothing else.
func guarded(work func() error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panicked: %v", panicked)
		}
	}()
	return work()
}

// walk goes passes times over the working set under the meter. It returns the values done.
func (s *session[V, P, In, Out]) walk(operation string, passes int, m meter) (int, error) {
	err := guarded(func() error {
		// For every operation, so that what the collector has to mark is always the same.
		if s.ownModel && s.inputs == nil {
			for _, value := range s.values {
				input, err := s.codec.Populate(value)
				if err != nil {
					return err
				}
				s.inputs = append(s.inputs, input)
			}
		}
		return s.operate(operation, passes, m)
	})
	if err != nil {
		return 0, refusal(err, "")
	}
	return passes * len(s.values), nil
}

func (s *session[V, P, In, Out]) sample(k *kernel, request request) (any, error) {
	if err := s.isVerified(); err != nil {
		return nil, err
	}
	if request.Passes < 1 {
		return nil, refuse(badRequest, "passes must be 1 or more")
	}
	k.wakeUp()
	before := k.timeNs()
	if _, err := s.walk(request.Operation, request.WarmPasses, noMeter{}); err != nil {
		return nil, err
	}
	watch, collected := &stopwatch{}, collections()
	items, err := s.walk(request.Operation, request.Passes, watch)
	if err != nil {
		return nil, err
	}
	collected = collections() - collected
	// What the walks left to mark is no part of the kernel's time.
	runtime.GC()
	return map[string]any{
		"ns":          watch.totalNs,
		"items":       items,
		"kernel_ns":   []int64{before, k.timeNs()},
		"collections": collected,
	}, nil
}

func (s *session[V, P, In, Out]) allocations(operation string) (any, error) {
	if err := s.isVerified(); err != nil {
		return nil, err
	}
	counter, items := &allocationCounter{}, 0
	err := withoutCollector(func() (err error) {
		// Fills the pools that the collection has emptied.
		if _, err = s.walk(operation, 1, noMeter{}); err != nil {
			return err
		}
		items, err = s.walk(operation, 1, counter)
		return err
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"items": items, "allocations": counter.allocations, "allocated_bytes": counter.size,
	}, nil
}
