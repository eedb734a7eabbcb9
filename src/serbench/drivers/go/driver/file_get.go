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
	largest := 0
	for _, number := range numbers {
		largest = max(largest, index.end(number)-index.start(number))
	}
	parts, readers := make([]*getter, asked.Threads), make([]reader, asked.Threads)
	for i := range readers {
		part := &getter{path: asked.Path, index: index, there: -1, buffer: newBlock(largest)}
		for at := i; at < len(numbers); at += asked.Threads {
			part.numbers = append(part.numbers, numbers[at])
		}
		worker := s
		if i > 0 {
			worker = s.another(facts)
		}
		if asked.Codec {
			if part.take, err = worker.taking(asked, len(part.numbers)); err != nil {
				return nil, err
			}
		}
		if asked.PageBytes > 0 {
			part.page = newBlock(asked.PageBytes)
		}
		parts[i], readers[i] = part, part
	}
	reply, err := readAll(readers)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, part := range parts {
		size += part.size
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
	page    []byte // nil if only the values' own bytes are read
	there   int    // the number of the page that was read last
	done    int
	size    int // of all that was read
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
		start, end := g.index.start(number), g.index.end(number)
		data := g.buffer[: end-start : end-start]
		if g.page == nil {
			err = g.fill(file, data, start, clock)
		} else {
			data, err = g.turn(file, start, end, clock)
		}
		if err != nil {
			return err
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

func (g *getter) fill(file *os.File, data []byte, at int, clock *splitClock) error {
	_, err := file.ReadAt(data, int64(at))
	clock.io()
	g.done++
	g.size += len(data)
	if err == io.EOF {
		return refuse(badFile, "%s: it ended within value %d while it was read", g.path, g.number)
	}
	if err != nil {
		return refuse(failed, "%v", err)
	}
	return nil
}

// turn reads the pages that a value lies in, but for the one that is there, and gives its bytes: in
// the page, or put together where it lies in more than one.
func (g *getter) turn(file *os.File, start, end int, clock *splitClock) ([]byte, error) {
	data := g.buffer[:0:cap(g.buffer)]
	for at := start; ; {
		number := at / len(g.page)
		first := number * len(g.page)
		page := g.page[:min(len(g.page), g.index.objectBytes()-first)]
		if number != g.there {
			g.there = -1
			if err := g.fill(file, page, first, clock); err != nil {
				return nil, err
			}
			g.there = number
		}
		to := min(end-first, len(page))
		if at == start && first+to == end {
			return page[at-first : to : to], nil
		}
		if g.take != nil {
			data = append(data, page[at-first:to]...)
			clock.codec()
		}
		if at = first + to; at == end {
			return data, nil
		}
	}
}
