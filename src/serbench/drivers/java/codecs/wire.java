// ---
// library = "wire"
// format = "protobuf"
// # No wire: its maps refuse an entry that leaves out an empty message (benches/findings/java).
// traits = ["binary", "schema", "own-model"]
// page = "https://square.github.io/wire/wire_compiler/"
// unions = "a message with a oneof"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// class = "WireCodec"
// dependencies = ["com.squareup.wire:wire-runtime-jvm:6.4.7"]
// generate = ["wire"]
// limits = [
//   "values nested more than 100 messages deep do not decode",
//   "maps of others whose entries leave out an empty message do not decode",
// ]
// ---
package serbench.codecs;

import com.squareup.wire.Message;
import com.squareup.wire.ProtoAdapter;
import java.io.IOException;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Values;
import serbench.wire.Messages;

/** Messages cannot change, so none is reused; an adapter returns new bytes. */
final class WireCodec<V> implements Codec<V, Message<?, ?>, Message<?, ?>> {
  private final Values<V> values;
  private final ProtoAdapter<? extends Message<?, ?>> adapter = Messages.adapter();

  WireCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public Message<?, ?> populate(V value) {
    return Messages.populate(value);
  }

  @Override
  public void encode(Message<?, ?> message, Buffer out) {
    byte[] bytes = message.encode();
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public Message<?, ?> decode(byte[] bytes) throws IOException {
    return adapter.decode(bytes);
  }

  @Override
  public V convert(Message<?, ?> message) {
    return values.type().cast(Messages.convert(message));
  }

  @Override
  public long read(byte[] bytes) throws IOException {
    return Messages.visit(decode(bytes));
  }
}
