// As flatbuffers.cpp, without the verifier.
#include "flatbuffers.hpp"

SERBENCH_DIRECT(FlatBuffers<false>)
