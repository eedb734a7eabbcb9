// ---
// library = "serbench"
// format = "inplace"
// wire = "inplace"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "hand-written"]
// page = ""
// extra = ["borrow", "access", "read"]
// limits = ["4 GiB or more: offsets have 32 bits"]
// ---
#include "libraries/inplace.hpp"

SERBENCH_CODEC(serbench::inplace::Inplace<true>)
