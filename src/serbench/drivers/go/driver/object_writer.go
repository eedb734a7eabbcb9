package driver

import (
	"os"
	"unsafe"
)

// Room behind a block for the value that goes beyond its end; it grows with the values.
const overhangBytes = 1 << 16

// objectWriter writes an object file in blocks. Values are encoded where they are written from.
type objectWriter struct {
	file       *os.File
	clock      *splitClock
	blockBytes int
	buffer     []byte
	used       int // of the buffer; less than a block unless it is full
	written    int
	writes     int
	fsyncs     int
}

// createObjects makes the object file at path anew; an index that is there goes.
func createObjects(path string, blockBytes int, clock *splitClock) (*objectWriter, error) {
	if err := os.Remove(indexPath(path)); err != nil && !os.IsNotExist(err) {
		return nil, refuse(failed, "%v", err)
	}
	w := &objectWriter{clock: clock, blockBytes: blockBytes}
	w.buffer = newBlock(blockBytes + overhangBytes)
	clock.start()
	file, err := os.Create(path)
	clock.io()
	if err != nil {
		return nil, refuse(failed, "%v", err)
	}
	w.file = file
	return w, nil
}

// room is where the next value may be encoded.
func (w *objectWriter) room() []byte { return w.buffer[w.used:w.used:len(w.buffer)] }

// size is that of all that was added.
func (w *objectWriter) size() int { return w.written + w.used }

// add takes what was encoded, in the room or elsewhere.
func (w *objectWriter) add(data []byte) {
	if unsafe.SliceData(data) != unsafe.SliceData(w.room()) {
		if len(data) > len(w.buffer)-w.used {
			grown := newBlock(w.blockBytes + 2*len(data))
			copy(grown, w.buffer[:w.used])
			w.buffer = grown
		}
		copy(w.buffer[w.used:], data)
	}
	w.used += len(data)
}

// isFull asks for writeBlocks before anything else is added.
func (w *objectWriter) isFull() bool { return w.used >= w.blockBytes }

// writeBlocks writes the blocks that are full.
func (w *objectWriter) writeBlocks() error {
	from := 0
	for ; w.used-from >= w.blockBytes; from += w.blockBytes {
		if err := w.writeOne(w.buffer[from : from+w.blockBytes]); err != nil {
			return err
		}
	}
	w.used = copy(w.buffer, w.buffer[from:w.used])
	return nil
}

func (w *objectWriter) writeOne(data []byte) error {
	_, err := w.file.Write(data)
	w.clock.io()
	if err != nil {
		return refuse(failed, "%v", err)
	}
	w.written += len(data)
	w.writes++
	return nil
}

// finish writes what is left, and closes the file.
func (w *objectWriter) finish(sync bool) error {
	w.clock.start()
	if w.used > 0 {
		if err := w.writeOne(w.buffer[:w.used]); err != nil {
			return err
		}
		w.used = 0
	}
	if sync {
		if err := w.file.Sync(); err != nil {
			return refuse(failed, "%v", err)
		}
		w.fsyncs++
	}
	err := w.file.Close()
	w.clock.io()
	if err != nil {
		return refuse(failed, "%v", err)
	}
	return nil
}

// abandon removes the file.
func (w *objectWriter) abandon() {
	w.file.Close() // an error has been said already
	os.Remove(w.file.Name())
	os.Remove(indexPath(w.file.Name()))
}
