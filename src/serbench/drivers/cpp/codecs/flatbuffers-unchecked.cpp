// ---
// library = "flatbuffers"
// released = "2025-12-19"
// format = "flatbuffers"
// wire = "flatbuffers"
// traits = ["binary", "schema", "own-model", "zero-copy", "unchecked", "reuses-objects"]
// page = "https://flatbuffers.dev/languages/cpp/"
// unions = "a table with a union of tables"
// evolution = "ids and deprecated fields"
// fetch = ["flatbuffers"]
// generate = ["flatbuffers"]
// ---
#include "libraries/flatbuffers_codec.hpp"

SERBENCH_CODEC(serbench::flat::Codec<serbench::flat::Checks::none>)
