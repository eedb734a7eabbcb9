package driver

import (
	"bytes"
	"encoding/json"
)

// A Member is a field whose name no struct tag can hold. Value points to the field.
type Member struct {
	Name  string
	Value any
}

// MarshalMembers writes them as a JSON object.
func MarshalMembers(members []Member) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	out.WriteByte('{')
	for i, member := range members {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := encoder.Encode(member.Name); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		if err := encoder.Encode(member.Value); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil // encoding/json takes the line breaks out
}

// UnmarshalMembers reads a JSON object into them; other members are ignored, as with tags.
func UnmarshalMembers(data []byte, members []Member) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for _, member := range members {
		if text, found := raw[member.Name]; found {
			if err := json.Unmarshal(text, member.Value); err != nil {
				return err
			}
		}
	}
	return nil
}
