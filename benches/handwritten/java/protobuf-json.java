package serbench.direct;

import com.google.protobuf.util.JsonFormat;
import java.nio.charset.StandardCharsets;
import serbench.data.Log;
import serbench.proto.Messages;
import serbench.proto.Proto.LogMessage;

/** As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/ProtobufJson.java */
final class ProtobufJsonDirect extends Direct<LogMessage, LogMessage> {
  private final JsonFormat.Printer printer =
      JsonFormat.printer().omittingInsignificantWhitespace();
  private final JsonFormat.Parser parser = JsonFormat.parser();
  private byte[] written;

  @Override
  public LogMessage fill(Log value) {
    return (LogMessage) Messages.populate(value);
  }

  @Override
  public int encode(LogMessage message) throws Exception {
    written = printer.print(message).getBytes(StandardCharsets.UTF_8);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public LogMessage decode(byte[] bytes) throws Exception {
    LogMessage.Builder builder = LogMessage.newBuilder();
    parser.merge(new String(bytes, StandardCharsets.UTF_8), builder);
    return builder.build();
  }

  @Override
  public Log take(LogMessage message) {
    return (Log) Messages.convert(message);
  }
}
