package serbench.direct;

import com.google.protobuf.CodedOutputStream;
import java.util.Arrays;
import serbench.data.Log;
import serbench.proto.Messages;
import serbench.proto.Proto.LogMessage;

/**
 * Parsing: https://protobuf.dev/getting-started/javatutorial/#parsing-serialization, writing to an
 * array that is used again: https://protobuf.dev/reference/java/api-docs/com/google/protobuf/CodedOutputStream.html
 */
final class ProtobufDirect extends Direct<LogMessage, LogMessage> {
  private final byte[] array = new byte[1 << 16];
  private int size;

  @Override
  public LogMessage fill(Log value) {
    return (LogMessage) Messages.populate(value);
  }

  @Override
  public int encode(LogMessage message) throws Exception {
    CodedOutputStream output = CodedOutputStream.newInstance(array);
    message.writeTo(output);
    size = output.getTotalBytesWritten();
    return size;
  }

  @Override
  public byte[] encoded() {
    return Arrays.copyOf(array, size);
  }

  @Override
  public LogMessage decode(byte[] bytes) throws Exception {
    return LogMessage.parseFrom(bytes);
  }

  @Override
  public Log take(LogMessage message) {
    return (Log) Messages.convert(message);
  }
}
