package driver

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
)

const fileBufferBytes = 1 << 16

// readValues reads the canonical values of a file, the first limit of them (0: all).
func readValues[V any, P Root[V]](path string, limit int) ([]*V, error) {
	in, err := openValues[V, P](path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if limit == 0 {
		limit = math.MaxInt
	}
	return in.chunk(limit, math.MaxInt)
}

// dump writes encoded values: each a little-endian 32-bit length and the bytes.
func dump(encoded [][]byte, path string) (any, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, refuse(failed, "%v", err)
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, fileBufferBytes)
	size := 0
	for index, data := range encoded {
		if uint64(len(data)) > 1<<32-1 {
			return nil, refuse(failed, "value %d has %d bytes, more than a dump can say", index, len(data))
		}
		var length [4]byte
		binary.LittleEndian.PutUint32(length[:], uint32(len(data)))
		out.Write(length[:]) // an error stays and is what Flush returns
		out.Write(data)
		size += len(data)
	}
	if err := out.Flush(); err != nil {
		return nil, refuse(failed, "%v", err)
	}
	return map[string]any{"values": len(encoded), "bytes": size}, nil
}

// loadDump deserializes a file that dump wrote, of this codec or another of its format. If there is a
// path for outcomes, what is refused is told there and does not end it.
func loadDump[V any, P Root[V]](
	path, outcomes string, deserialize func([]byte) (*V, error),
) (any, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, refuse(badValues, "%v", err)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, fileBufferBytes)
	var told *os.File
	if outcomes != "" {
		if told, err = os.Create(outcomes); err != nil {
			return nil, refuse(failed, "%v", err)
		}
		defer told.Close()
	}
	var d digester
	digests, refused := []uint64{}, 0
	for {
		data, err := nextDumped(in)
		if err == io.EOF {
			reply := map[string]any{"values": len(digests) + refused, "digest": digestOfSet(digests)}
			if told != nil {
				reply["refused"] = refused
			}
			return reply, nil
		}
		if err != nil {
			return nil, refuse(badValues, "%s: value %d: %v", path, len(digests)+refused, err)
		}
		var canonical []byte
		err = guarded(func() error {
			value, err := deserialize(data)
			if err == nil {
				digests = append(digests, d.value(P(value)))
				canonical = d.canonical
			}
			return err
		})
		if err != nil && told == nil {
			return nil, refusal(err, fmt.Sprintf("%s: value %d: ", path, len(digests)))
		}
		if told != nil {
			read, bytes := byte(1), canonical
			if err != nil {
				refused++
				read, bytes = 0, []byte(err.Error())
			}
			outcome := binary.LittleEndian.AppendUint32([]byte{read}, uint32(len(bytes)))
			if _, err := told.Write(append(outcome, bytes...)); err != nil {
				return nil, refuse(failed, "%v", err)
			}
		}
	}
}

func nextDumped(in *bufio.Reader) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(in, length[:]); err != nil {
		return nil, err
	}
	wanted := int64(binary.LittleEndian.Uint32(length[:]))
	var data bytes.Buffer // not sized ahead: in a damaged file the length may be anything
	if _, err := io.CopyN(&data, in, wanted); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return data.Bytes(), nil
}
