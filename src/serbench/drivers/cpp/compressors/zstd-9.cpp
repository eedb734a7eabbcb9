// ---
// library = "zstd"
// format = "zstd"
// traits = ["binary"]
// page = "https://facebook.github.io/zstd/zstd_manual.html"
// headers = ["zstd.h"]
// version = ["ZSTD_VERSION_MAJOR", "ZSTD_VERSION_MINOR", "ZSTD_VERSION_RELEASE"]
// packages = ["libzstd-dev"]
// link = ["zstd"]
// ---
#include "libraries/zstd.hpp"

SERBENCH_CODEC(serbench::Zstd<9>)
