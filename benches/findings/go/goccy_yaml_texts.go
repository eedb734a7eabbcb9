// Texts of a map that the library writes and reads as other texts, without an error: those with a carriage return or a tab, and a
// line break alone.
// github.com/goccy/go-yaml 1.19.2
// run: d=$(mktemp -d) && cp benches/findings/go/goccy_yaml_texts.go $d/main.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/goccy/go-yaml@v1.19.2 && go run .
// Prints: "a\tb": "key: a\tb\n", read as "ab"
//   "\t": "key: \t\n", read as ""
//   "\n": "key: |\n\n", read as ""
//   "a\r\nb": "key: |-\r\n  a\r\n  b\n", read as "a\nb"
//   "a\rb": "key: |-\r  a\r  b\n", read as "a\nb"

package main

import (
	"fmt"
	"os"

	"github.com/goccy/go-yaml"
)

func main() {
	for _, text := range []string{"a\tb", "\t", "\n", "a\r\nb", "a\rb"} {
		written, err := yaml.Marshal(map[string]string{"key": text})
		var read map[string]string
		readErr := yaml.Unmarshal(written, &read)
		fmt.Printf("%q: %q, read as %q\n", text, written, read["key"])
		if err != nil || readErr != nil || read["key"] == text {
			os.Exit(1)
		}
	}
}
