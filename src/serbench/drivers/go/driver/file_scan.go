package driver

import (
	"io"
	"os"
	"sort"
)

// scan does the request of docs/object-files.md.
func (s *session[V, P, In, Out]) scan(facts Facts, asked request) (any, error) {
	index, err := readIndex(asked.Path, facts.Schema, asked.Wire)
	if err != nil {
		return nil, err
	}
	set, threads := newSetDigester(), asked.Threads
	if asked.Digest {
		threads = 1
	}
	readers := make([]reader, threads)
	for i := range readers {
		part := &scanner{path: asked.Path, index: index, block: newBlock(asked.BlockBytes)}
		part.next, part.last = index.share(i, threads), index.share(i+1, threads)
		worker := s
		if i > 0 {
			worker = s.another(facts)
		}
		switch {
		case asked.Digest:
			part.take = func(data []byte) error {
				value, err := worker.codec.Deserialize(data)
				if err == nil {
					set.add(s.digester.value(P(value)))
				}
				return err
			}
		case asked.Codec:
			if part.take, err = worker.taking(asked, index.values()); err != nil {
				return nil, err
			}
		}
		readers[i] = part
	}
	reply, err := readAll(readers)
	if err != nil {
		return nil, err
	}
	if asked.Digest {
		reply = map[string]any{"reads": reply["reads"], "digest": set.digest()}
	}
	reply["values"], reply["bytes"] = index.values(), index.objectBytes()
	return reply, nil
}

// scanner reads the values from next to last in order and in blocks.
type scanner struct {
	path       string
	index      *objectIndex
	next, last int
	block      []byte
	carried    []byte // the beginning of the next value, when it goes beyond a block's end
	done       int    // reads
	// take is called with the bytes of each value; nil if they are only read.
	take func(data []byte) error
}

// share is the number of the value at which a thread's part starts: they have about as many bytes.
func (x *objectIndex) share(thread, threads int) int {
	before := x.objectBytes() / threads * thread
	if thread == threads {
		return x.values()
	}
	return sort.Search(x.values(), func(i int) bool { return x.start(i) >= before })
}

func (s *scanner) reads() int { return s.done }

func (s *scanner) read(clock *splitClock) error {
	err := guarded(func() error { return s.readBlocks(clock) })
	return ofValue(err, s.path, s.next)
}

func (s *scanner) readBlocks(clock *splitClock) error {
	at, end := s.index.start(s.next), s.index.start(s.last)
	clock.start()
	file, err := os.Open(s.path)
	if err != nil {
		return refuse(failed, "%v", err)
	}
	defer file.Close()
	if _, err := file.Seek(int64(at), io.SeekStart); err != nil {
		return refuse(failed, "%v", err)
	}
	for at < end {
		n, err := file.Read(s.block[:min(len(s.block), end-at)])
		clock.io()
		if err == io.EOF {
			return refuse(badFile, "%s: it ended at byte %d of %d while it was read", s.path, at, end)
		}
		if err != nil {
			return refuse(failed, "%v", err)
		}
		s.done++
		if s.take != nil {
			if err := s.cut(at, s.block[:n]); err != nil {
				return err
			}
			clock.codec()
		}
		at += n
	}
	if s.take != nil {
		return s.cut(at, nil) // values of no bytes, when there is nothing else
	}
	return nil
}

// cut takes the values that end in the block, which starts at the byte `at` of the file. One that
// began before is put together first: its bytes must lie in a row.
func (s *scanner) cut(at int, block []byte) error {
	from := 0
	for s.next < s.last {
		to := s.index.end(s.next) - at
		if to > len(block) {
			break
		}
		data := block[from:to:to]
		if len(s.carried) > 0 {
			s.carried = append(s.carried, data...)
			data = s.carried[:len(s.carried):len(s.carried)]
		}
		if err := s.take(data); err != nil {
			return err
		}
		s.carried = s.carried[:0]
		from = to
		s.next++
	}
	s.carried = append(s.carried, block[from:]...)
	return nil
}
