package driver

import (
	"bytes"
	"runtime"
)

// taking reads values as far as the request's step and drops each, or keeps them all, `most` of them:
// as long as the function lives that it returns.
func (s *session[V, P, In, Out]) taking(asked request, most int) (func(data []byte) error, error) {
	release := s.offers.releaseOutput
	switch asked.Step {
	case "deserialize":
		return dropping(s.codec.Deserialize, nil, asked.Keep, most), nil
	case "decode":
		return dropping(s.codec.Decode, release, asked.Keep, most), nil
	case "borrow":
		borrow := s.offers.borrow
		if borrow == nil {
			return nil, refuse(badRequest, "`step`: this driver does not borrow")
		}
		if !asked.Keep {
			return dropping(borrow, release, false, 0), nil
		}
		// What borrows keeps the bytes, which are others by then where they lie now.
		kept := func(data []byte) (Out, error) { return borrow(bytes.Clone(data)) }
		return dropping(kept, release, true, most), nil
	}
	return nil, refuse(badRequest, "`step` is `deserialize`, `decode` or `borrow`")
}

// dropping gives back what is read of each value if the codec wants it, unless all is kept.
func dropping[T any](
	read func(data []byte) (T, error), release func(T), keep bool, most int,
) func(data []byte) error {
	if !keep {
		return func(data []byte) error {
			made, err := read(data)
			runtime.KeepAlive(made)
			if err == nil {
				free(made, release)
			}
			return err
		}
	}
	kept := make([]T, 0, most)
	return func(data []byte) error {
		made, err := read(data)
		kept = append(kept, made)
		return err
	}
}
