package serbench.direct;

import java.io.IOException;
import serbench.data.Log;
import serbench.structures.Type0;
import serbench.zserio.Beans;
import zserio.runtime.io.ByteArrayBitStreamReader;
import zserio.runtime.io.ByteArrayBitStreamWriter;

/** As in https://github.com/ndsev/zserio/blob/master/scripts/test_perf.sh */
final class ZserioDirect extends Direct<Type0, Type0> {
  private byte[] written;

  @Override
  public Type0 fill(Log value) {
    return (Type0) Beans.populate(value);
  }

  @Override
  public int encode(Type0 object) throws IOException {
    ByteArrayBitStreamWriter writer = new ByteArrayBitStreamWriter();
    object.write(writer);
    written = writer.toByteArray();
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Type0 decode(byte[] bytes) throws IOException {
    return new Type0(new ByteArrayBitStreamReader(bytes));
  }

  @Override
  public Log take(Type0 object) {
    return (Log) Beans.convert(object);
  }
}
