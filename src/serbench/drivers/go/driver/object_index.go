package driver

import (
	"bytes"
	"encoding/binary"
	encodinghex "encoding/hex"
	"fmt"
	"os"

	"github.com/cespare/xxhash/v2"
)

// The header of an index, as docs/object-files.md lays it out.
const (
	indexMagic       = "\x89SER\r\n\x1a\n"
	indexVersion     = 1
	indexHeaderBytes = 96
	indexHeaderSumAt = 88
	wireBytes        = 32
)

// objectIndex says where each value of an object file ends. The entries are kept as they lie in
// the index's file.
type objectIndex struct {
	schema, wire string
	entries      []byte
}

func indexPath(path string) string { return path + ".index" }

func (x *objectIndex) values() int { return len(x.entries) / 8 }

func (x *objectIndex) end(i int) int {
	return int(binary.LittleEndian.Uint64(x.entries[8*i:]))
}

func (x *objectIndex) start(i int) int {
	if i == 0 {
		return 0
	}
	return x.end(i - 1)
}

func (x *objectIndex) objectBytes() int { return x.start(x.values()) }

func (x *objectIndex) add(end int) { x.entries = AppendU64(x.entries, uint64(end)) }

// write writes the index of the object file at path, under another name first.
func (x *objectIndex) write(path string) error {
	unfinished := indexPath(path) + ".unfinished"
	file, err := os.Create(unfinished)
	if err != nil {
		return err
	}
	defer os.Remove(unfinished) // nothing, once it has its name
	if _, err = file.Write(x.header()); err == nil {
		_, err = file.Write(x.entries)
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(unfinished, indexPath(path))
}

func (x *objectIndex) header() []byte {
	header := make([]byte, 0, indexHeaderBytes)
	header = append(header, indexMagic...)
	header = AppendU32(header, indexVersion)
	header = AppendU32(header, indexHeaderBytes)
	header = AppendU64(header, uint64(x.values()))
	header = AppendU64(header, uint64(x.objectBytes()))
	header, err := encodinghex.AppendDecode(header, []byte(x.schema))
	if err != nil {
		panic(err) // the builder writes fingerprints
	}
	var wire [wireBytes]byte
	copy(wire[:], x.wire)
	header = append(header, wire[:]...)
	header = AppendU64(header, xxhash.Sum64(x.entries))
	return AppendU64(header, xxhash.Sum64(header))
}

// readIndex reads the index of the object file at path and checks both.
func readIndex(path, schema, wire string) (*objectIndex, error) {
	raw, err := os.ReadFile(indexPath(path))
	var file os.FileInfo
	if err == nil {
		file, err = os.Stat(path)
	}
	if err != nil {
		return nil, refuse(badFile, "%v; an object file and its index belong together, "+
			"as `serbench files` writes them", err)
	}
	index, err := decodeIndex(raw)
	if err != nil {
		return nil, refuse(badFile, "%s: %v; write the object file anew", indexPath(path), err)
	}
	if size := file.Size(); int64(index.objectBytes()) != size {
		return nil, refuse(badFile, "%s: it has %d bytes and its index says %d: it is torn, "+
			"or the index of another file; write it anew", path, size, index.objectBytes())
	}
	if index.schema != schema {
		return nil, refuse(badFile, "%s: its values are of the schema %s and this driver's of %s; "+
			"build the driver for its schema", path, index.schema, schema)
	}
	if index.wire != wire {
		return nil, refuse(badFile, "%s: its wire is %q and not %q; read it with a codec of its wire",
			path, index.wire, wire)
	}
	return index, nil
}

func decodeIndex(raw []byte) (*objectIndex, error) {
	if len(raw) == 0 || !bytes.HasPrefix(raw, []byte(indexMagic[:min(len(raw), len(indexMagic))])) {
		return nil, fmt.Errorf("not the index of an object file")
	}
	if len(raw) < indexHeaderBytes {
		return nil, fmt.Errorf("torn in the header")
	}
	header, entries := raw[:indexHeaderBytes], raw[indexHeaderBytes:]
	if version := binary.LittleEndian.Uint32(header[8:]); version != indexVersion {
		return nil, fmt.Errorf("of version %d; this driver reads version %d", version, indexVersion)
	}
	if binary.LittleEndian.Uint64(header[indexHeaderSumAt:]) != xxhash.Sum64(header[:indexHeaderSumAt]) {
		return nil, fmt.Errorf("its header is damaged: the checksum is wrong")
	}
	if size := binary.LittleEndian.Uint32(header[12:]); size != indexHeaderBytes {
		return nil, fmt.Errorf("its header has %d bytes, not %d", size, indexHeaderBytes)
	}
	count := binary.LittleEndian.Uint64(header[16:])
	if len(entries)%8 != 0 || uint64(len(entries)/8) != count {
		return nil, fmt.Errorf("torn: %d bytes of entries do not make %d values", len(entries), count)
	}
	if binary.LittleEndian.Uint64(header[80:]) != xxhash.Sum64(entries) {
		return nil, fmt.Errorf("its entries are damaged: the checksum is wrong")
	}
	last := uint64(0)
	for at := 0; at < len(entries); at += 8 {
		end := binary.LittleEndian.Uint64(entries[at:])
		if end < last {
			return nil, fmt.Errorf("the end of value %d lies before its start", at/8)
		}
		last = end
	}
	if last != binary.LittleEndian.Uint64(header[24:]) {
		return nil, fmt.Errorf("its entries do not lead to the size of the object file")
	}
	return &objectIndex{
		schema:  encodinghex.EncodeToString(header[32:48]),
		wire:    string(bytes.TrimRight(header[48:80], "\x00")),
		entries: entries,
	}, nil
}
