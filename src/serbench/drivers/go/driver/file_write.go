package driver

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
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
	if asked.PageBytes < 0 || asked.PageBytes > 1<<30 {
		return nil, refuse(badRequest, "page_bytes must be 0 to %d", 1<<30)
	}
	if asked.Digest && (asked.Keep || asked.Step != "deserialize") {
		return nil, refuse(badRequest, "`digest` takes neither `step` nor `keep`")
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
	if err := checkWrite(asked); err != nil {
		return nil, err
	}
	clock := &splitClock{}
	out, err := createObjects(asked.Path, asked.BlockBytes, clock)
	if err != nil {
		return nil, err
	}
	var index *objectIndex
	var digest string
	if asked.Codec {
		index, digest, err = s.fill(out, facts, asked)
	} else {
		err = fillRaw(out, asked)
	}
	if err != nil {
		out.abandon()
		return nil, err
	}
	reply := map[string]any{
		"bytes":    out.written,
		"total_ns": clock.codecNs + clock.ioNs,
		"codec_ns": clock.codecNs,
		"io_ns":    clock.ioNs,
		"writes":   out.writes,
		"fsyncs":   out.fsyncs,
	}
	if asked.Codec {
		reply["values"], reply["digest"] = index.values(), digest
	}
	return reply, nil
}

func checkWrite(asked request) error {
	if asked.Fsync != "end" && asked.Fsync != "none" {
		return refuse(badRequest, "fsync is \"end\" or \"none\", not %q", asked.Fsync)
	}
	if !asked.Codec {
		if asked.Bytes < 0 {
			return refuse(badRequest, "bytes must be 0 or more")
		}
		return nil
	}
	if asked.Values == "" || asked.Count < 1 {
		return refuse(badRequest, "the request lacks \"values\" or a \"count\" of 1 or more")
	}
	if len(asked.Wire) > wireBytes {
		return refuse(badRequest, "a wire has at most %d bytes: %q", wireBytes, asked.Wire)
	}
	return nil
}

// fill writes values and their index, and gives the values' digest.
func (s *session[V, P, In, Out]) fill(
	out *objectWriter, facts Facts, asked request,
) (*objectIndex, string, error) {
	index := &objectIndex{schema: facts.Schema, wire: asked.Wire}
	in, err := openValues[V, P](asked.Values)
	if err != nil {
		return index, "", err
	}
	defer in.Close()
	set := newSetDigester()
	for index.values() < asked.Count {
		values, err := in.chunk(min(asked.Count-index.values(), chunkValues), chunkBytes)
		if err == nil && len(values) == 0 {
			err = in.rewind()
		}
		if err != nil {
			return index, "", err
		}
		for _, value := range values {
			set.add(s.digester.value(P(value)))
		}
		if err := s.encodeInto(out, values, index); err != nil {
			return index, "", err
		}
	}
	if err := out.finish(asked.Fsync == "end"); err != nil {
		return index, "", err
	}
	if err := index.write(asked.Path); err != nil {
		return index, "", refuse(failed, "%v", err)
	}
	return index, set.digest(), nil
}

// encodeInto is timed. No values are none.
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
	if err != nil {
		return s.lost(err, values[at], index.values())
	}
	return nil
}

// lost is the refusal of an error that came up when a value was serialized.
func (s *session[V, P, In, Out]) lost(err error, value *V, number int) error {
	var said *refused
	if errors.As(err, &said) {
		return err
	}
	if cause := s.cannotHold(err, value, nil); cause != "" {
		return refuse(cannotHoldKind, "value %d: %s", number, cause)
	}
	return refuse(failed, "value %d: serialize: %v", number, err)
}

// fillRaw writes bytes without a codec.
func fillRaw(out *objectWriter, asked request) error {
	rand.NewChaCha8([32]byte{}).Read(out.buffer) // never fails
	page := os.Getpagesize()
	for out.size() < asked.Bytes {
		room := out.buffer[:min(out.blockBytes, asked.Bytes-out.size())]
		// No two pages are the same: a file system could store them once.
		for at := 0; at+8 <= len(room); at += page {
			binary.LittleEndian.PutUint64(room[at:], uint64(out.size()+at))
		}
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
