// ---
// library = "flatbuffers"
// released = "2022-09-01"
// format = "flatbuffers"
// wire = "flatbuffers"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "core"]
// page = "https://flatbuffers.dev/languages/java/"
// evolution = "ids and deprecated fields"
// class = "FlatBuffersCodec"
// dependencies = ["com.google.flatbuffers:flatbuffers-java:2.0.8"]
// generate = ["flatbuffers"]
// ---
package serbench.codecs;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.Table;
import java.nio.ByteBuffer;
import serbench.driver.Access;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Reuse;
import serbench.driver.Values;
import serbench.flatbuffers.Tables;

/**
 * The own model is a builder with a finished buffer on one side, which encoding hands over, and a
 * table over bytes of its own on the other, which decoding copies. `serialize` reuses one builder.
 */
final class FlatBuffersCodec<V> implements Codec<V, FlatBufferBuilder, Table>, Access, Reuse<V> {
  private final Values<V> values;
  private final FlatBufferBuilder reused = new FlatBufferBuilder();
  private final Table table = Tables.empty();
  private ByteBuffer kept = ByteBuffer.allocate(4096);

  FlatBuffersCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public FlatBufferBuilder populate(V value) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    Tables.build(builder, value);
    return builder;
  }

  @Override
  public void encode(FlatBufferBuilder builder, Buffer out) {
    ByteBuffer finished = builder.dataBuffer();
    out.lend(finished.array(), finished.arrayOffset() + finished.position(), finished.remaining());
  }

  @Override
  public Table decode(byte[] bytes) {
    return Tables.root(ByteBuffer.wrap(bytes.clone()));
  }

  @Override
  public V convert(Table table) {
    return values.type().cast(Tables.convert(table));
  }

  /** Of another table and buffer of bytes, only the place that they are at. */
  @Override
  public Table decodeReused(byte[] bytes) {
    if (kept.capacity() < bytes.length) {
      kept = ByteBuffer.allocate(Math.max(bytes.length, Math.multiplyExact(kept.capacity(), 2)));
    }
    return Tables.root(kept.clear().put(bytes).flip(), table);
  }

  @Override
  public V held() {
    return convert(table);
  }

  @Override
  public long read(byte[] bytes) {
    return Tables.visit(Tables.root(ByteBuffer.wrap(bytes)));
  }

  @Override
  public long access(byte[] bytes) {
    return Tables.access(Tables.root(ByteBuffer.wrap(bytes)));
  }

  @Override
  public void serialize(V value, Buffer out) {
    reused.clear();
    Tables.build(reused, value);
    encode(reused, out);
  }

  @Override
  public V deserialize(byte[] bytes) {
    return convert(Tables.root(ByteBuffer.wrap(bytes)));
  }
}
