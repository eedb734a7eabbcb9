// RapidJSON without the processor's string instructions, which its documentation offers for speed
// (codecs/rapidjson-dom-simd.cpp has them, with later headers): in 1.1.0 they look for characters up to
// 0x19 where 0x1F is meant, so that text with 0x1A to 0x1F is written unescaped, which no reader accepts
// (ScanWriteUnescapedString in writer.h).
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
