package serbench.codecs;

import org.apache.thrift.TBase;
import org.apache.thrift.TDeserializer;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TProtocolFactory;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Values;
import serbench.thrift.Beans;

/** Thrift's beans; its serializer and deserializer are reused. */
abstract class ThriftBeans<V> implements Codec<V, TBase<?, ?>, TBase<?, ?>> {
  private final Values<V> values;
  private final TProtocolFactory protocol;
  private final TSerializer serializer;
  private final TDeserializer deserializer;

  ThriftBeans(Values<V> values, TProtocolFactory protocol) throws TException {
    this.values = values;
    this.protocol = protocol;
    serializer = new TSerializer(protocol);
    deserializer = new TDeserializer(protocol);
  }

  @Override
  public TBase<?, ?> populate(V value) {
    return Beans.populate(value);
  }

  @Override
  public void encode(TBase<?, ?> bean, Buffer out) throws TException {
    byte[] bytes = serializer.serialize(bean);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public void encodeFresh(TBase<?, ?> bean, Buffer out) throws TException {
    byte[] bytes = new TSerializer(protocol).serialize(bean);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public TBase<?, ?> decode(byte[] bytes) throws TException {
    TBase<?, ?> bean = Beans.empty();
    deserializer.deserialize(bean, bytes);
    return bean;
  }

  @Override
  public V convert(TBase<?, ?> bean) {
    return values.type().cast(Beans.convert(bean));
  }

  @Override
  public long read(byte[] bytes) throws TException {
    return Beans.visit(decode(bytes));
  }
}
