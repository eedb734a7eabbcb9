package serbench.direct;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import serbench.data.Log;
import serbench.flat.LogTable;
import serbench.flatbuffers.Tables;

/** https://flatbuffers.dev/tutorial/, and `clear()` of the builder to use it again. */
final class FlatbuffersDirect extends Direct<ByteBuffer, LogTable> {
  private final FlatBufferBuilder builder = new FlatBufferBuilder(1024);
  private ByteBuffer written;

  /** A finished buffer, of a builder of its own. */
  @Override
  public ByteBuffer fill(Log value) {
    FlatBufferBuilder fresh = new FlatBufferBuilder(1024);
    Tables.build(fresh, value);
    return fresh.dataBuffer();
  }

  @Override
  public int encode(ByteBuffer finished) {
    written = finished;
    return finished.remaining();
  }

  @Override
  public byte[] encoded() {
    byte[] bytes = new byte[written.remaining()];
    written.duplicate().get(bytes);
    return bytes;
  }

  /** A table that owns its bytes. */
  @Override
  public LogTable decode(byte[] bytes) {
    return LogTable.getRootAsLogTable(ByteBuffer.wrap(bytes.clone()));
  }

  @Override
  public Log take(LogTable table) {
    return (Log) Tables.convert(table);
  }

  @Override
  public int serialize(Log value) {
    builder.clear();
    Tables.build(builder, value);
    return encode(builder.dataBuffer());
  }

  @Override
  public Log deserialize(byte[] bytes) {
    return take(LogTable.getRootAsLogTable(ByteBuffer.wrap(bytes)));
  }
}
