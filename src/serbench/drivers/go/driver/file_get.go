package driver

import (
	"io"
	"os"
	"strconv"
	"strings"
)

// get does the request of docs/object-files.md.
func (s *session[V, P, In, Out]) get(facts Facts, asked request) (any, error) {
	index, err := readIndex(asked.Path, facts.Schema, asked.Wire)
	if err != nil {
		return nil, err
	}
	numbers, err := readNumbers(asked.List, index.values())
	if err != nil {
		return nil, err
	}
	size, largest := 0, 0
	for _, number := range numbers {
		bytes := index.end(number) - index.start(number)
		size, largest = size+bytes, max(largest, bytes)
	}
	readers := make([]reader, asked.Threads)
	for i := range readers {
		part := &getter{path: asked.Path, index: index, buffer: newBlock(largest)}
		for at := i; at < len(numbers); at += asked.Threads {
			part.numbers = append(part.numbers, numbers[at])
		}
		codec := s.codec
		if i > 0 {
			codec = s.another(facts)
		}
		if asked.Codec {
			part.take = dropping(codec)
		}
		readers[i] = part
	}
	reply, err := readAll(readers)
	if err != nil {
		return nil, err
	}
	reply["values"], reply["bytes"] = len(numbers), size
	return reply, nil
}

// readNumbers reads a list of numbers, one a line, all of them below a limit.
func readNumbers(path string, below int) ([]int, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, refuse(badRequest, "%v", err)
	}
	var numbers []int
	for line := range strings.Lines(string(raw)) {
		text := strings.TrimSuffix(line, "\n")
		number, err := strconv.ParseUint(text, 10, 63)
		if err != nil || number >= uint64(below) {
			return nil, refuse(badRequest, "%s: line %d: %q is not the number of a value, from 0 and below %d",
				path, len(numbers)+1, text, below)
		}
		numbers = append(numbers, int(number))
	}
	return numbers, nil
}

// getter reads values by their numbers.
type getter struct {
	path    string
	index   *objectIndex
	numbers []int
	number  int    // the one that is being read
	buffer  []byte // for the largest
	done    int
	// take is called with the bytes of each value; nil if they are only read.
	take func(data []byte) error
}

func (g *getter) reads() int { return g.done }

func (g *getter) read(clock *splitClock) error {
	err := guarded(func() error { return g.readValues(clock) })
	return ofValue(err, g.path, g.number)
}

func (g *getter) readValues(clock *splitClock) error {
	clock.start()
	file, err := os.Open(g.path)
	if err != nil {
		return refuse(failed, "%v", err)
	}
	defer file.Close()
	for _, number := range g.numbers {
		g.number = number
		start := g.index.start(number)
		size := g.index.end(number) - start
		data := g.buffer[:size:size]
		_, err := file.ReadAt(data, int64(start))
		clock.io()
		g.done++
		if err == io.EOF {
			return refuse(badFile, "%s: it ended within value %d while it was read", g.path, number)
		}
		if err != nil {
			return refuse(failed, "%v", err)
		}
		if g.take == nil {
			continue
		}
		if err := g.take(data); err != nil {
			return err
		}
		clock.codec()
	}
	return nil
}
