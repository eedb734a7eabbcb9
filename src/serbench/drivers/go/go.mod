module serbench

go 1.24

require (
	capnproto.org/go/capnp/v3 v3.1.0-alpha.2
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/glycerine/go-capnproto v0.0.0-20190118050403-2d07de3aa7fc
	github.com/go-json-experiment/json v0.0.0-20250813233538-9b1f9ea2e11b
	github.com/gogo/protobuf v1.3.2
	github.com/pquerna/ffjson v0.0.0-20190930134022-aa0246cd15f7
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/colega/zeropool v0.0.0-20230505084239-6fb4a4f75381 // indirect
	golang.org/x/sync v0.7.0 // indirect
)

require github.com/glycerine/rbtree v0.0.0-20190406191118-ceb71889d809 // indirect; its versions are not listed

// The generators, whose versions are thus pinned with those of the libraries.
tool (
	capnproto.org/go/capnp/v3/capnpc-go
	github.com/glycerine/go-capnproto/capnpc-go
	github.com/gogo/protobuf/protoc-gen-gogofaster
	github.com/pquerna/ffjson
	google.golang.org/protobuf/cmd/protoc-gen-go
)
