// ---
// library = "protobuf"
// released = "2026-09-17"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "core"]
// page = "https://protobuf.dev/reference/java/api-docs/com/google/protobuf/CodedOutputStream.html"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// class = "ProtobufCodec"
// dependencies = ["com.google.protobuf:protobuf-java:4.36.2"]
// generate = ["proto"]
// ---
package serbench.codecs;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnsafeByteOperations;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Reuse;
import serbench.driver.Values;
import serbench.proto.Messages;

/**
 * Messages cannot change, so none is reused; the array they are written to is. A message remembers
 * its parts' sizes, so that each is encoded but once. Its `bytes` are the plain value's own,
 * unchanged.
 */
final class ProtobufCodec<V> implements Codec<V, MessageLite, MessageLite>, Reuse<V> {
  private static final int RECURSION_LIMIT = 5000; // 100 by default, against strangers' messages

  private final Values<V> values;
  private final MessageLite.Builder builder = Messages.builder();

  ProtobufCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public MessageLite populate(V value) {
    return Messages.populate(value);
  }

  /** Its size is asked for only where it does not fit: to compute it takes a sixth of the time. */
  @Override
  public void encode(MessageLite message, Buffer out) throws Exception {
    try {
      write(message, out);
    } catch (CodedOutputStream.OutOfSpaceException e) {
      out.reserve(message.getSerializedSize());
      write(message, out);
    }
  }

  private static void write(MessageLite message, Buffer out) throws Exception {
    byte[] array = out.array();
    CodedOutputStream stream =
        CodedOutputStream.newInstance(array, out.size(), array.length - out.size());
    message.writeTo(stream);
    out.advance(stream.getTotalBytesWritten());
  }

  @Override
  public void encodeFresh(MessageLite message, Buffer out) {
    byte[] bytes = message.toByteArray();
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public MessageLite decode(byte[] bytes) throws Exception {
    return parsed(CodedInputStream.newInstance(bytes));
  }

  private static MessageLite parsed(CodedInputStream stream) throws Exception {
    stream.setRecursionLimit(RECURSION_LIMIT);
    return Messages.parser().parseFrom(stream);
  }

  /** A builder may be read as a message is. */
  @Override
  public MessageLite.Builder decodeReused(byte[] bytes) throws Exception {
    CodedInputStream stream = CodedInputStream.newInstance(bytes);
    stream.setRecursionLimit(RECURSION_LIMIT);
    return builder.clear().mergeFrom(stream);
  }

  @Override
  public V held() {
    return convert(builder.build());
  }

  /** The plain value owns its data anyhow: the message's may lie in the bytes. */
  @Override
  public V deserialize(byte[] bytes) throws Exception {
    CodedInputStream stream = UnsafeByteOperations.unsafeWrap(bytes).newCodedInput();
    stream.enableAliasing(true);
    return convert(parsed(stream));
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
