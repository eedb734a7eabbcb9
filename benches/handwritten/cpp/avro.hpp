// Streams of Avro C++ over memory, by the interface of its Stream.hh: its own are made of chunks.
#pragma once

#include <Decoder.hh>
#include <Encoder.hh>
#include <Specific.hh>
#include <string_view>
#include <vector>

class MemoryOutput final : public avro::OutputStream {
 public:
  void clear() { used_ = 0; }
  std::string_view text() const { return {reinterpret_cast<const char*>(bytes_.data()), used_}; }

  bool next(std::uint8_t** data, std::size_t* size) override {
    if (used_ == bytes_.size()) bytes_.resize(2 * bytes_.size());
    *data = bytes_.data() + used_;
    *size = bytes_.size() - used_;
    used_ = bytes_.size();
    return true;
  }
  void backup(std::size_t size) override { used_ -= size; }
  std::uint64_t byteCount() const override { return used_; }
  void flush() override {}

 private:
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(1 << 16);
  std::size_t used_ = 0;
};

class MemoryInput final : public avro::InputStream {
 public:
  void read_from(std::string_view bytes) {
    bytes_ = bytes;
    used_ = 0;
  }

  bool next(const std::uint8_t** data, std::size_t* size) override {
    *data = reinterpret_cast<const std::uint8_t*>(bytes_.data()) + used_;
    *size = bytes_.size() - used_;
    used_ = bytes_.size();
    return *size != 0;
  }
  void backup(std::size_t size) override { used_ -= size; }
  void skip(std::size_t size) override { used_ += size; }
  std::size_t byteCount() const override { return used_; }

 private:
  std::string_view bytes_;
  std::size_t used_ = 0;
};
