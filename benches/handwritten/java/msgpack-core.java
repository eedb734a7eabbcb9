package serbench.direct;

import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import serbench.data.Log;
import serbench.msgpack.Packed;

/**
 * https://github.com/msgpack/msgpack-java/blob/main/msgpack-core/src/test/java/org/msgpack/core/example/MessagePackExample.java
 * of which the packer is cleared and used again.
 */
final class MsgpackCoreDirect extends Direct.Plain {
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
  private byte[] written;

  @Override
  public int encode(Log value) throws Exception {
    packer.clear();
    Packed.pack(packer, value);
    written = packer.toByteArray();
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    return (Log) Packed.unpack(MessagePack.newDefaultUnpacker(bytes));
  }
}
