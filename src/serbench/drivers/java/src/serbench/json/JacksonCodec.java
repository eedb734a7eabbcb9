package serbench.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Reuse;
import serbench.driver.Values;

/**
 * Plain values through a mapper of any of Jackson's formats. One mapper, reader and writer serve
 * all values, as Jackson advises.
 */
public class JacksonCodec<V> extends PlainCodec<V> implements Reuse<V> {
  private final ObjectReader reader;
  private final ObjectWriter writer;
  private final Updater<V> updater;

  protected JacksonCodec(Values<V> values, ObjectMapper mapper) {
    super(values);
    if (!values.logical().isEmpty()) {
      JavaTime.in(mapper);
    }
    AbsentFields.in(mapper, values);
    reader = mapper.readerFor(values.type());
    writer = mapper.writerFor(values.type());
    updater = new Updater<>(reader, values);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    writer.writeValue(out, value);
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    return reader.readValue(bytes);
  }

  @Override
  public V decodeReused(byte[] bytes) throws Exception {
    return updater.read(bytes);
  }

  @Override
  public V held() {
    return updater.held();
  }
}
