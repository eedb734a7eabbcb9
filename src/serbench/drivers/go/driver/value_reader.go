package driver

import (
	"bufio"
	"io"
	"os"
)

// valueReader reads the canonical values of a file, some at a time. Close it.
type valueReader[V any, P Root[V]] struct {
	file  *os.File
	lines *bufio.Reader
	line  int
	json  *JSON
}

func openValues[V any, P Root[V]](path string) (*valueReader[V, P], error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, refuse(badValues, "%v", err)
	}
	lines := bufio.NewReaderSize(file, fileBufferBytes)
	return &valueReader[V, P]{file: file, lines: lines, json: newJSON()}, nil
}

func (r *valueReader[V, P]) Close() error { return r.file.Close() }

// chunk gives the next values: at most so many, and no more once so many bytes were read. There
// are none at the end of the file, and a file that has none at all is refused.
func (r *valueReader[V, P]) chunk(most, mostBytes int) ([]*V, error) {
	var values []*V
	for size := 0; len(values) < most && size < mostBytes; {
		line, err := r.lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, refuse(badValues, "%v", err)
		}
		if len(line) == 0 {
			break
		}
		r.line++
		size += len(line)
		value := new(V)
		if err := r.json.load(line, P(value).LoadJSON); err != nil {
			kind := badValues
			if failed, ours := err.(loadError); ours && failed.unheld {
				kind = cannotHoldKind
			}
			return nil, refuse(kind, "%s: line %d: %v", r.file.Name(), r.line, err)
		}
		values = append(values, value)
	}
	if r.line == 0 {
		return nil, refuse(badValues, "%s: it holds no values", r.file.Name())
	}
	return values, nil
}

func (r *valueReader[V, P]) rewind() error {
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return refuse(badValues, "%v", err)
	}
	r.lines.Reset(r.file)
	r.line = 0
	return nil
}
