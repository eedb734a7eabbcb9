#include "flatbuffers.hpp"

SERBENCH_DIRECT(FlatBuffers<true>)
