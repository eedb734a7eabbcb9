package serbench.direct;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import java.io.ByteArrayOutputStream;
import serbench.data.Log;

/** https://github.com/FasterXML/jackson-modules-base/tree/2.x/blackbird#usage */
final class JsonBlackbirdDirect extends Direct.Plain {
  private final ObjectMapper mapper = new ObjectMapper().registerModule(new BlackbirdModule());
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
