// ---
// library = "protobuf"
// released = "2026-09-17"
// format = "protobuf-json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://protobuf.dev/programming-guides/json/"
// unions = "a message with a oneof"
// evolution = "names of fields"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// class = "ProtobufJsonCodec"
// dependencies = ["com.google.protobuf:protobuf-java-util:4.36.2"]
// generate = ["proto"]
// limits = ["-0.0 becomes 0.0", "durations beyond 10,000 years", "values nested more than 100 messages deep do not decode"]
// ---
package serbench.codecs;

import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.util.JsonFormat;
import java.nio.charset.StandardCharsets;
import serbench.driver.Buffer;
import serbench.driver.CannotHold;
import serbench.driver.Codec;
import serbench.driver.Traits;
import serbench.driver.Values;
import serbench.proto.Messages;

/** protobuf's JSON: one printer and parser serve all messages. */
final class ProtobufJsonCodec<V> implements Codec<V, Message, Message> {
  private final Values<V> values;
  private final JsonFormat.Printer printer =
      JsonFormat.printer().omittingInsignificantWhitespace();
  private final JsonFormat.Parser parser = JsonFormat.parser();

  ProtobufJsonCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public Message populate(V value) {
    return (Message) Messages.populate(value);
  }

  @Override
  public void encode(Message message, Buffer out) throws Exception {
    byte[] bytes = text(message).getBytes(StandardCharsets.UTF_8);
    out.lend(bytes, 0, bytes.length);
  }

  private String text(Message message) throws Exception {
    try {
      return printer.print(message);
    } catch (IllegalArgumentException e) {
      throw new CannotHold("a Duration beyond 10,000 years");
    }
  }

  @Override
  public Message decode(byte[] bytes) throws Exception {
    Message.Builder builder = (Message.Builder) Messages.builder();
    parser.merge(new String(bytes, StandardCharsets.UTF_8), builder);
    return builder.build();
  }

  @Override
  public V convert(Message message) {
    return values.type().cast(Messages.convert((MessageLite) message));
  }

  @Override
  public long read(byte[] bytes) throws Exception {
    return Messages.visit(decode(bytes));
  }

  /** Its parser reads -0.0 as 0.0. */
  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNegativeZero ? "the sign of -0.0" : null;
  }
}
