// RapidJSON with the processor's string instructions, which its documentation offers for speed; but not
// 1.1.0's, which has no uri.h: it looks for characters up to 0x19 where 0x1F is meant, so that text with
// 0x1A to 0x1F is written unescaped, which no reader accepts (ScanWriteUnescapedString in writer.h).
#pragma once

#if __has_include(<rapidjson/uri.h>)
#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif
#endif

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
