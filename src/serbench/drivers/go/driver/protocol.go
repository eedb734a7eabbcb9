package driver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

const protocolVersion = 1

// Facts is what the builder knows of a codec and writes beside its source. Main is the codec's:
// called while the driver serves, it makes another instance of the codec.
type Facts struct {
	Codec, Library, Version, Compiler, Flags, Schema string
	Main                                             func()
}

// The kinds of refusals in docs/protocol.md.
const (
	badRequest     = "bad-request"
	badValues      = "bad-values"
	badFile        = "bad-file"
	cannotHoldKind = "cannot-hold"
	failed         = "failed"
)

// refused is a request that was not carried out.
type refused struct{ kind, text string }

func (r *refused) Error() string { return r.text }

func refuse(kind, format string, args ...any) error {
	return &refused{kind, fmt.Sprintf(format, args...)}
}

// refusal of a library's error.
func refusal(err error, context string) error {
	var declared *cannotHold
	if errors.As(err, &declared) {
		return refuse(cannotHoldKind, "%s%s", context, declared.cause)
	}
	return refuse(failed, "%s%v", context, err)
}

type request struct {
	Request    string `json:"request"`
	Values     string `json:"values"`
	Limit      int    `json:"limit"`
	Operation  string `json:"operation"`
	Passes     int    `json:"passes"`
	WarmPasses int    `json:"warm_passes"`
	Path       string `json:"path"`
	Outcomes   string `json:"outcomes"`

	// Of docs/object-files.md.
	Wire       string `json:"wire"`
	Count      int    `json:"count"`
	Bytes      int    `json:"bytes"`
	BlockBytes int    `json:"block_bytes"`
	Fsync      string `json:"fsync"`
	Threads    int    `json:"threads"`
	List       string `json:"list"`
	Codec      bool   `json:"codec"`
	Digest     bool   `json:"digest"`
	Step       string `json:"step"`
	Keep       bool   `json:"keep"`
	PageBytes  int    `json:"page_bytes"`
}

func newRequest() request {
	return request{BlockBytes: 1 << 20, Fsync: "end", Threads: 1, Codec: true, Step: "deserialize"}
}

// ServePlain serves a codec of plain values until close or the end of standard input.
func ServePlain[V any, P Root[V]](facts Facts, codec PlainCodec[V]) {
	if of, is := any(P(nil)).(isFitted); is {
		of.ServeFitted(facts, codec)
		return
	}
	offers := offersOf[V, P, *V, *V](codec)
	offers.decodeInto = codec.Decode
	bound := plain[V, P]{codec}
	serve(facts, &session[V, P, *V, *V]{
		codec: bound, serializer: codec, encoder: codec, decoder: bound, offers: offers,
	})
}

// ServeFitted serves a codec of a type F that is fitted to it: the logical types of plain values that its
// library does not take are converted to plain scalars.
func ServeFitted[V any, P Root[V], F any](
	facts Facts, codec PlainCodec[F], populate func(value *V) *F, convert func(object *F) (*V, error),
) {
	ways := fitted[V, P, F]{codec, populate, convert}
	offers := offersOf[V, P, *F, *F](ways)
	bound := &ownModel[V, *F, *F]{ways, offers}
	serve(facts, &session[V, P, *F, *F]{
		codec: bound, serializer: serializing[V, *F, *F]{bound}, encoder: codec, decoder: ways,
		offers: offers, ownModel: true,
	})
}

// Serve serves a codec with a model of its own until close or the end of standard input.
func Serve[V any, P Root[V], In, Out any](facts Facts, codec Codec[V, In, Out]) {
	offers := offersOf[V, P, In, Out](codec)
	bound := &ownModel[V, In, Out]{codec, offers}
	serve(facts, &session[V, P, In, Out]{
		codec: bound, serializer: serializing[V, In, Out]{bound}, encoder: codec, decoder: codec,
		offers: offers, ownModel: true,
	})
}

func serve[V any, P Root[V], In, Out any](facts Facts, s *session[V, P, In, Out]) {
	if handOver != nil {
		handOver(s)
		return
	}
	keepMemory()
	// A file that grows beyond a limit is then an error of its write.
	signal.Ignore(syscall.SIGXFSZ)
	// With more, the collector would work beside the codec that made the garbage, on a processor
	// that another driver is measured on, and its cost would show nowhere.
	runtime.GOMAXPROCS(1)
	k := newKernel()
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			reply, closing := answer(facts, s, k, line)
			// If nobody listens any more, it is as at the end of standard input.
			if _, err := os.Stdout.Write(append(reply, '\n')); err != nil || closing {
				return
			}
		}
		if err != nil {
			if err != io.EOF {
				fmt.Fprintln(os.Stderr, err)
			}
			return
		}
	}
}

func answer[V any, P Root[V], In, Out any](
	facts Facts, s *session[V, P, In, Out], k *kernel, line []byte,
) (reply []byte, closing bool) {
	asked := newRequest()
	var said any
	err := json.Unmarshal(line, &asked)
	if err != nil {
		err = refuse(badRequest, "not a request: %v", err)
	} else {
		said, err = carryOut(facts, s, k, asked)
	}
	if err != nil {
		var r *refused
		if !errors.As(err, &r) {
			r = &refused{failed, err.Error()}
		}
		said = map[string]string{"error": r.text, "kind": r.kind}
	}
	reply, err = json.Marshal(said)
	if err != nil {
		panic(err) // replies hold only text and numbers
	}
	// A collection that goes on would use the processor while another driver is measured. And so
	// each sample begins where a cycle of the collector does. A sample has collected already.
	if asked.Request != "sample" {
		runtime.GC()
	}
	return reply, asked.Request == "close"
}

func carryOut[V any, P Root[V], In, Out any](
	facts Facts, s *session[V, P, In, Out], k *kernel, asked request,
) (any, error) {
	switch asked.Request {
	case "describe":
		return describe(facts, s.operations(), s.ownModel), nil
	case "open":
		if asked.Values == "" {
			return nil, refuse(badRequest, "the request lacks \"values\"")
		}
		return s.open(asked.Values, asked.Limit)
	case "verify":
		return s.verify()
	case "sample", "allocations":
		if known := s.operations(); !slices.Contains(known, asked.Operation) {
			return nil, refuse(badRequest, "unknown operation %q; known: %s",
				asked.Operation, strings.Join(known, ", "))
		}
		if asked.Request == "sample" {
			return s.sample(k, asked)
		}
		return s.allocations(asked.Operation)
	case "dump", "load":
		if asked.Path == "" {
			return nil, refuse(badRequest, "the request lacks \"path\"")
		}
		if asked.Request == "load" {
			return loadDump[V, P](asked.Path, asked.Outcomes, s.codec.Deserialize)
		}
		if err := s.isVerified(); err != nil {
			return nil, err
		}
		return dump(s.encoded, asked.Path)
	case "write", "scan", "get":
		return s.onFiles(facts, asked)
	case "close":
		return map[string]int64{"peak_rss_bytes": peakRSSBytes()}, nil
	default:
		return nil, refuse(badRequest, "unknown request %q", asked.Request)
	}
}

func describe(facts Facts, operations []string, ownModel bool) any {
	same := map[string]string{}
	if !ownModel {
		same = map[string]string{"serialize": "encode", "deserialize": "decode"}
	}
	gogc := os.Getenv("GOGC")
	if gogc == "" {
		gogc = "100"
	}
	flags := fmt.Sprintf("%s GODEBUG=%s GOGC=%s GOMAXPROCS=%d",
		facts.Flags, os.Getenv("GODEBUG"), gogc, runtime.GOMAXPROCS(0))
	return map[string]any{
		"protocol":   protocolVersion,
		"language":   "go",
		"codec":      facts.Codec,
		"library":    facts.Library,
		"version":    facts.Version,
		"compiler":   facts.Compiler,
		"flags":      flags,
		"allocator":  "go",
		"schema":     facts.Schema,
		"operations": operations,
		"same":       same,
		"files":      true,
	}
}
