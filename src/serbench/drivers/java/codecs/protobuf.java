// ---
// library = "protobuf"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "core"]
// page = "https://protobuf.dev/reference/java/api-docs/com/google/protobuf/CodedOutputStream.html"
// class = "ProtobufCodec"
// dependencies = ["com.google.protobuf:protobuf-java:3.21.12"]
// generate = ["proto"]
// ---
package serbench.codecs;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Values;
import serbench.proto.Messages;

/**
 * Messages cannot change, so none is reused; the array they are written to is. A message remembers
 * its size, which `encode` therefore computes once and `serialize` each time.
 */
final class ProtobufCodec<V> implements Codec<V, MessageLite, MessageLite> {
  private static final int RECURSION_LIMIT = 5000; // 100 by default, against strangers' messages

  private final Values<V> values;

  ProtobufCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public MessageLite populate(V value) {
    return Messages.populate(value);
  }

  @Override
  public void encode(MessageLite message, Buffer out) throws Exception {
    int size = message.getSerializedSize();
    byte[] array = out.reserve(size);
    CodedOutputStream stream = CodedOutputStream.newInstance(array, out.size(), size);
    message.writeTo(stream);
    stream.checkNoSpaceLeft();
    out.advance(size);
  }

  @Override
  public MessageLite decode(byte[] bytes) throws Exception {
    CodedInputStream stream = CodedInputStream.newInstance(bytes);
    stream.setRecursionLimit(RECURSION_LIMIT);
    return Messages.parser().parseFrom(stream);
  }

  @Override
  public V convert(MessageLite message) {
    return values.type().cast(Messages.convert(message));
  }

  @Override
  public long read(byte[] bytes) throws Exception {
    return Messages.visit(decode(bytes));
  }
}
