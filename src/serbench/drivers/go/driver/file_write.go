package driver

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
)

// Values are read, encoded and dropped in chunks.
const (
	chunkValues = 4096
	chunkBytes  = 16 << 20
)

// onFiles carries out a request of docs/object-files.md.
func (s *session[V, P, In, Out]) onFiles(facts Facts, asked request) (any, error) {
	if asked.Path == "" {
		return nil, refuse(badRequest, "the request lacks \"path\"")
	}
	if asked.BlockBytes < 1 || asked.Threads < 1 {
		return nil, refuse(badRequest, "block_bytes and threads must be 1 or more")
	}
	switch asked.Request {
	case "write":
		return s.write(facts, asked)
	case "scan":
		return s.scan(facts, asked)
	default:
		return s.get(facts, asked)
	}
}

// write does the request of docs/object-files.md.
func (s *session[V, P, In, Out]) write(facts Facts, asked request) (any, error) {
	if asked.Fsync != "end" && asked.Fsync != "none" {
		return nil, refuse(badRequest, "fsync is \"end\" or \"none\", not %q", asked.Fsync)
	}
	clock := &splitClock{}
	reply := map[string]any{}
	fill := func(out *objectWriter) error { return fillRaw(out, asked) }
	if asked.Codec {
		fill = func(out *objectWriter) error { return s.fill(out, facts, asked, reply) }
		if asked.Values == "" || asked.Count < 1 {
			return nil, refuse(badRequest, "the request lacks \"values\" or \"count\"")
		}
		if len(asked.Wire) > wireBytes {
			return nil, refuse(badRequest, "a wire has at most %d bytes: %q", wireBytes, asked.Wire)
		}
	} else if asked.Bytes < 0 {
		return nil, refuse(badRequest, "bytes must be 0 or more")
	}
	out, err := createObjects(asked.Path, asked.BlockBytes, clock)
	if err != nil {
		return nil, err
	}
	if err := fill(out); err != nil {
		out.abandon()
		return nil, err
	}
	reply["bytes"] = out.written
	reply["total_ns"] = clock.codecNs + clock.ioNs
	reply["codec_ns"] = clock.codecNs
	reply["io_ns"] = clock.ioNs
	reply["writes"] = out.writes
	reply["fsyncs"] = 0
	if asked.Fsync == "end" {
		reply["fsyncs"] = 1
	}
	return reply, nil
}

// fill writes values and their index.
func (s *session[V, P, In, Out]) fill(
	out *objectWriter, facts Facts, asked request, reply map[string]any,
) error {
	in, err := openValues[V, P](asked.Values)
	if err != nil {
		return err
	}
	defer in.Close()
	index := &objectIndex{schema: facts.Schema, wire: asked.Wire}
	set := newSetDigester()
	for left := asked.Count; left > 0; left = asked.Count - index.values() {
		values, err := in.chunk(min(left, chunkValues), chunkBytes)
		if err != nil {
			return err
		}
		if len(values) == 0 {
			if err := in.rewind(); err != nil {
				return err
			}
			continue
		}
		for _, value := range values {
			set.add(s.digester.value(P(value)))
		}
		if err := s.encodeInto(out, values, index); err != nil {
			return err
		}
	}
	if err := out.finish(asked.Fsync == "end"); err != nil {
		return err
	}
	if err := index.write(asked.Path); err != nil {
		return refuse(failed, "%v", err)
	}
	reply["values"], reply["digest"] = index.values(), set.digest()
	return nil
}

// encodeInto is timed.
func (s *session[V, P, In, Out]) encodeInto(
	out *objectWriter, values []*V, index *objectIndex,
) error {
	index.entries = slices.Grow(index.entries, 8*len(values))
	runtime.GC() // else what reading JSON left behind would be collected within the time
	out.clock.start()
	defer out.clock.codec()
	at := 0
	err := guarded(func() error {
		for ; at < len(values); at++ {
			data, err := s.codec.Serialize(values[at], out.room())
			if err != nil {
				return err
			}
			out.add(data)
			index.add(out.size())
			if out.isFull() {
				out.clock.codec()
				if err := out.writeBlocks(); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return s.lost(err, values[min(at, len(values)-1)], index.values())
}

// lost is the refusal of an error that came up when a value was serialized.
func (s *session[V, P, In, Out]) lost(err error, value *V, number int) error {
	var said *refused
	if err == nil || errors.As(err, &said) {
		return err
	}
	if cause := s.cannotHold(err, value, nil); cause != "" {
		return refuse(cannotHoldKind, "value %d: %s", number, cause)
	}
	return refuse(failed, "value %d: serialize: %v", number, err)
}

// fillRaw writes bytes without a codec, which no file system can write shorter.
func fillRaw(out *objectWriter, asked request) error {
	noise := rand.NewChaCha8([32]byte{})
	for out.size() < asked.Bytes {
		room := out.buffer[out.used:min(out.blockBytes, asked.Bytes-out.size())]
		noise.Read(room) // never fails
		out.add(room)
		out.clock.start()
		if out.isFull() {
			if err := out.writeBlocks(); err != nil {
				return err
			}
		}
	}
	return out.finish(asked.Fsync == "end")
}
