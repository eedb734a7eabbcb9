// ---
// library = "serbench"
// format = "inplace"
// wire = "inplace"
// traits = ["binary", "schema", "own-model", "zero-copy", "unchecked", "reuses-objects", "limit"]
// page = ""
// limits = ["4 GiB or more: offsets have 32 bits"]
// ---
#include "serbench/inplace.hpp"

SERBENCH_CODEC(serbench::inplace::Inplace<false>)
