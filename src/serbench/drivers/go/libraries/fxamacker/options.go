// Package fxamacker has the library's modes, which are made once: symbols are texts, and limits are the
// highest. The library does not hand them on to methods of types.
package fxamacker

import "github.com/fxamacker/cbor/v2"

// Encoder writes.
var Encoder = must(cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.UserBufferEncMode())

// Decoder reads.
var Decoder = must(cbor.DecOptions{
	TextUnmarshaler:  cbor.TextUnmarshalerTextString,
	MaxNestedLevels:  65535,
	MaxArrayElements: 1<<31 - 1,
	MaxMapPairs:      1<<31 - 1,
}.DecMode())

func must[M any](mode M, err error) M {
	if err != nil {
		panic(err) // the options are constant
	}
	return mode
}
