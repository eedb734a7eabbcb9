package driver

// A Spare keeps one object that was given back, for a library that advises to use objects again.
type Spare[T any] struct{ object *T }

// Take gives the spare object if there is one, else a new one.
func (s *Spare[T]) Take(create func() *T) *T {
	object := s.object
	if s.object = nil; object == nil {
		object = create()
	}
	return object
}

func (s *Spare[T]) Give(object *T) { s.object = object }
