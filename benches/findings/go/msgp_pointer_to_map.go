// What the generator writes for a pointer to a map does not compile: invalid operation: cannot index z.Counts.
// github.com/tinylib/msgp 1.6.5
// run: d=$(mktemp -d) && mkdir $d/record && cp benches/findings/go/msgp_pointer_to_map.go $d/main.go && sed -n 's,^// record: ,,p' benches/findings/go/msgp_pointer_to_map.go > $d/record/record.go && cd $d && export GOFLAGS=-mod=mod && go mod init finding && go get github.com/tinylib/msgp@v1.6.5 && go run github.com/tinylib/msgp -tests=false -file record/record.go && go run .
// Prints: # finding/record
//   record/record_gen.go:64:15: cannot index z.Counts (variable of type *map[string]int64)
//   record/record_gen.go:185:15: cannot index z.Counts (variable of type *map[string]int64)
// record: package record
// record: type Record struct{ Counts *map[string]int64 }

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

func main() {
	output, err := exec.Command("go", "build", "./record").CombinedOutput()
	fmt.Printf("%s", output)
	if err == nil || !strings.Contains(string(output), "record_gen.go") {
		os.Exit(1)
	}
}
