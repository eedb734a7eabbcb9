// ---
// library = "flatbuffers"
// released = { "2.0.8" = "2022-08-29" }
// format = "flatbuffers"
// wire = "flatbuffers"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "core"]
// page = "https://flatbuffers.dev/languages/cpp/"
// unions = "a table with a union of tables"
// evolution = "ids and deprecated fields"
// headers = ["flatbuffers/flatbuffers.h"]
// version = [
//   "FLATBUFFERS_VERSION_MAJOR", "FLATBUFFERS_VERSION_MINOR", "FLATBUFFERS_VERSION_REVISION",
// ]
// packages = ["libflatbuffers-dev", "flatbuffers-compiler"]
// generate = ["flatbuffers"]
// ---
#include "libraries/flatbuffers_codec.hpp"

SERBENCH_CODEC(serbench::flat::Codec<serbench::flat::Checks::all>)
