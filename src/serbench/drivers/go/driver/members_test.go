package driver

import (
	"strings"
	"testing"
)

func TestAbsentMembersAreLeftOut(t *testing.T) {
	for _, each := range []struct {
		absent [3]bool
		json   string
	}{
		{[3]bool{false, false, false}, `{"a":0,"b":1,"c":2}`},
		{[3]bool{true, false, false}, `{"b":1,"c":2}`},
		{[3]bool{false, true, true}, `{"a":0}`},
		{[3]bool{true, true, true}, `{}`},
	} {
		var members []Member
		for i, absent := range each.absent {
			members = append(members, Member{Name: string(rune('a' + i)), Value: i, Absent: absent})
		}
		if text, err := MarshalMembers(members); err != nil || strings.ReplaceAll(string(text), "\n", "") != each.json {
			t.Errorf("%s, %v in place of %s", text, err, each.json)
		}
	}
}

func TestWhatIsToldHasNoLineBreak(t *testing.T) {
	text := "<"
	for value, json := range map[*string]string{&text: `"<"`, nil: "null"} {
		if told, err := MarshalTold(value); err != nil || string(told) != json {
			t.Errorf("%q, %v in place of %s", told, err, json)
		}
	}
}
