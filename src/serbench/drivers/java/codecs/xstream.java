// ---
// library = "xstream"
// released = "2024-11-07"
// format = "xml"
// traits = ["human-readable", "self-describing", "executes"]
// page = "https://x-stream.github.io/faq.html#Scalability"
// class = "XstreamCodec"
// dependencies = ["com.thoughtworks.xstream:xstream:1.4.21"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "text of BigDecimal"
// uuid = "string"
// bigint = "string"
// keys = "map"
// ---
package serbench.codecs;

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.io.xml.CompactWriter;
import com.thoughtworks.xstream.io.xml.MXParserDriver;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/**
 * One XStream serves all values; what it may construct is the schema's types alone. It does not
 * hold unions, whose variants are records: it cannot set their fields.
 */
final class XstreamCodec<V> extends PlainCodec<V> {
  private final XStream xstream = new XStream(new MXParserDriver());

  XstreamCodec(Values<V> values) {
    super(values);
    xstream.setMode(XStream.NO_REFERENCES);
    xstream.allowTypes(values.types().toArray(Class<?>[]::new));
    xstream.allowTypes(values.logical().toArray(Class<?>[]::new));
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    xstream.marshal(value, new CompactWriter(writer));
    writer.flush();
  }

  @Override
  public V decode(byte[] bytes) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    return values.type().cast(xstream.fromXML(new InputStreamReader(in, StandardCharsets.UTF_8)));
  }
}
