package serbench.direct;

import java.io.ByteArrayOutputStream;
import serbench.data.Log;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * As in https://github.com/FasterXML/jackson-benchmarks (branch 3.x): WritePerfBasicJackson,
 * ReadPerfBaseBasicJackson; that writes to a stream which forgets.
 */
final class Jackson3Direct extends Direct.Plain {
  private final JsonMapper mapper = new JsonMapper();
  private final ObjectWriter writer = mapper.writerFor(Log.class);
  private final ObjectReader reader = mapper.readerFor(Log.class);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Override
  public int encode(Log value) {
    out.reset();
    writer.writeValue(out, value);
    return out.size();
  }

  @Override
  public byte[] encoded() {
    return out.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) {
    return reader.readValue(bytes);
  }
}
