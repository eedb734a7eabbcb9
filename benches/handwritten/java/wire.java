package serbench.direct;

import java.io.IOException;
import serbench.data.Log;
import serbench.wire.Message0;
import serbench.wire.Messages;

/** As in https://square.github.io/wire/wire_compiler/: `ADAPTER.encode` and `ADAPTER.decode`. */
final class WireDirect extends Direct<Message0, Message0> {
  private byte[] written;

  @Override
  public Message0 fill(Log value) {
    return (Message0) Messages.populate(value);
  }

  @Override
  public int encode(Message0 message) {
    written = Message0.ADAPTER.encode(message);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Message0 decode(byte[] bytes) throws IOException {
    return Message0.ADAPTER.decode(bytes);
  }

  @Override
  public Log take(Message0 message) {
    return (Log) Messages.convert(message);
  }
}
