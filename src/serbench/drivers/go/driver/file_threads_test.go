package driver

import "testing"

type count struct{ n uint64 }

func (v *count) AppendCanonical(out []byte) []byte { return AppendU64(out, v.n) }
func (v *count) Visit() uint64                     { return v.n }
func (v *count) LoadJSON(r *JSON)                  { v.n = r.U64() }
func (v *count) Clone() count                      { return *v }

type numberCodec struct{ scratch []byte }

func (c *numberCodec) Encode(value *count, out []byte) ([]byte, error) {
	return value.AppendCanonical(out), nil
}

func (c *numberCodec) Decode(data []byte, into *count) error { return nil }

func TestEachThreadHasACodecOfItsOwn(t *testing.T) {
	first := &numberCodec{}
	s := &session[count, *count, *count, *count]{codec: plain[count, *count]{first}}
	facts := Facts{Main: func() { ServePlain(Facts{}, &numberCodec{}) }}
	seen := map[any]bool{first: true}
	for range 3 {
		codec := s.another(facts).codec.(plain[count, *count]).codec
		if seen[codec] {
			t.Fatal("a codec was handed out twice")
		}
		seen[codec] = true
	}
}
