// ---
// library = "msgpack-core"
// released = "2026-01-02"
// format = "msgpack"
// traits = ["binary", "self-describing", "core"]
// page = "https://github.com/msgpack/msgpack-java/blob/main/msgpack-core/src/test/java/org/msgpack/core/example/MessagePackExample.java"
// class = "MsgpackCoreCodec"
// dependencies = ["org.msgpack:msgpack-core:0.9.11"]
// generate = ["msgpack"]
// [types]
// timestamp_s_utc = "timestamp extension"
// timestamp_ms_utc = "timestamp extension"
// timestamp_us_utc = "timestamp extension"
// timestamp_ns_utc = "timestamp extension"
// keys = "map"
// absent = "no member"
// ---
package serbench.codecs;

import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.ArrayBufferInput;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.msgpack.Packed;

/** Each field packed by hand; packer and unpacker are reused. */
final class MsgpackCoreCodec<V> extends PlainCodec<V> {
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
  private final ArrayBufferInput input = new ArrayBufferInput(new byte[0]);
  private final MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(input);

  MsgpackCoreCodec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    packer.clear();
    write(value, packer, out);
  }

  @Override
  public void encodeFresh(V value, Buffer out) throws Exception {
    write(value, MessagePack.newDefaultBufferPacker(), out);
  }

  private void write(V value, MessageBufferPacker packer, Buffer out) throws Exception {
    Packed.pack(packer, value);
    byte[] bytes = packer.toByteArray();
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    input.reset(bytes);
    unpacker.reset(input);
    return values.type().cast(Packed.unpack(unpacker));
  }
}
