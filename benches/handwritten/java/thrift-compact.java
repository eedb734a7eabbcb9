package serbench.direct;

import org.apache.thrift.TBase;
import org.apache.thrift.TDeserializer;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TCompactProtocol;
import serbench.data.Log;
import serbench.thrift.Beans;

/** As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/Thrift.java */
final class ThriftCompactDirect extends Direct<TBase<?, ?>, TBase<?, ?>> {
  private final TSerializer serializer;
  private final TDeserializer deserializer;
  private byte[] written;

  ThriftCompactDirect() throws TException {
    serializer = new TSerializer(new TCompactProtocol.Factory());
    deserializer = new TDeserializer(new TCompactProtocol.Factory());
  }

  @Override
  public TBase<?, ?> fill(Log value) {
    return Beans.populate(value);
  }

  @Override
  public int encode(TBase<?, ?> input) throws TException {
    written = serializer.serialize(input);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public TBase<?, ?> decode(byte[] bytes) throws TException {
    TBase<?, ?> output = Beans.empty();
    deserializer.deserialize(output, bytes);
    return output;
  }

  @Override
  public Log take(TBase<?, ?> output) {
    return (Log) Beans.convert(output);
  }
}
