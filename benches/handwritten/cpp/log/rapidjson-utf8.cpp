// https://rapidjson.org/md_doc_encoding.html#UnicodeValidation
#define RAPIDJSON_PARSE_DEFAULT_FLAGS kParseValidateEncodingFlag
#define RAPIDJSON_WRITE_DEFAULT_FLAGS kWriteValidateEncodingFlag

#include "rapidjson.cpp"
