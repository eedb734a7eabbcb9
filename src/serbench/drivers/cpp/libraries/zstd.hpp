// Messages compressed by zstd, as its manual advises: one context for each direction serves all.
#pragma once

#include <zstd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "serbench/codec.hpp"

namespace serbench {

template <int Level>
class Zstd {
 public:
  void encode(const Root& value, Buffer& out) {
    const std::size_t most = ZSTD_compressBound(value.data.size());
    std::byte* at = out.reserve(most);
    out.commit(checked(ZSTD_compressCCtx(compressor_.get(), at, most, value.data.data(),
                                         value.data.size(), Level)));
  }

  void decode(std::span<const std::byte> in, Root& out) {
    out.data.resize(content_bytes(in));
    checked(ZSTD_decompressDCtx(decompressor_.get(), out.data.data(), out.data.size(), in.data(),
                                in.size()));
  }

 protected:
  static std::size_t checked(std::size_t code) {
    if (ZSTD_isError(code)) throw std::runtime_error(ZSTD_getErrorName(code));
    return code;
  }

  static std::size_t content_bytes(std::span<const std::byte> in) {
    const unsigned long long size = ZSTD_getFrameContentSize(in.data(), in.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > 1u << 30)
      throw std::runtime_error("the frame does not say how large its content is");
    return static_cast<std::size_t>(size);
  }

  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    void operator()(ZSTD_CDict* dictionary) const { ZSTD_freeCDict(dictionary); }
    void operator()(ZSTD_DDict* dictionary) const { ZSTD_freeDDict(dictionary); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> compressor_{ZSTD_createCCtx()};
  std::unique_ptr<ZSTD_DCtx, Free> decompressor_{ZSTD_createDCtx()};
};

// With the dictionary in the file that SERBENCH_DICTIONARY names; none compresses as without.
template <int Level>
class ZstdWithDictionary : public Zstd<Level> {
 public:
  void encode(const Root& value, Buffer& out) {
    const std::size_t most = ZSTD_compressBound(value.data.size());
    std::byte* at = out.reserve(most);
    out.commit(
        this->checked(ZSTD_compress_usingCDict(this->compressor_.get(), at, most, value.data.data(),
                                               value.data.size(), for_compressing_.get())));
  }

  void decode(std::span<const std::byte> in, Root& out) {
    out.data.resize(this->content_bytes(in));
    this->checked(ZSTD_decompress_usingDDict(this->decompressor_.get(), out.data.data(),
                                             out.data.size(), in.data(), in.size(),
                                             for_decompressing_.get()));
  }

 private:
  static std::string dictionary() {
    const char* path = std::getenv("SERBENCH_DICTIONARY");
    if (path == nullptr) return {};
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string dictionary_ = dictionary();
  std::unique_ptr<ZSTD_CDict, typename Zstd<Level>::Free> for_compressing_{
      ZSTD_createCDict(dictionary_.data(), dictionary_.size(), Level)};
  std::unique_ptr<ZSTD_DDict, typename Zstd<Level>::Free> for_decompressing_{
      ZSTD_createDDict(dictionary_.data(), dictionary_.size())};
};

}  // namespace serbench
