package serbench.direct;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.ByteArrayOutputStream;
import org.msgpack.jackson.dataformat.MessagePackMapper;
import serbench.data.Log;

/** https://github.com/msgpack/msgpack-java/blob/main/msgpack-jackson/README.md */
final class JacksonMsgpackDirect extends Direct.Plain {
  private final ObjectMapper mapper = new MessagePackMapper();
  private final ObjectWriter writer = mapper.writerFor(Log.class);
  private final ObjectReader reader = mapper.readerFor(Log.class);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Override
  public int encode(Log value) throws Exception {
    out.reset();
    writer.writeValue(out, value);
    return out.size();
  }

  @Override
  public byte[] encoded() {
    return out.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    return reader.readValue(bytes);
  }
}
