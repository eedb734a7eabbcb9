package serbench.direct;

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.io.xml.CompactWriter;
import com.thoughtworks.xstream.io.xml.MXParserDriver;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import serbench.data.Log;

/** As in https://github.com/x-stream/xstream/tree/master/xstream-benchmark */
final class XstreamDirect extends Direct.Plain {
  private final XStream xstream = new XStream(new MXParserDriver());
  private byte[] written;

  XstreamDirect() {
    xstream.setMode(XStream.NO_REFERENCES);
    xstream.allowTypesByWildcard(new String[] {"serbench.data.*"});
  }

  @Override
  public int encode(Log value) {
    StringWriter text = new StringWriter();
    xstream.marshal(value, new CompactWriter(text));
    written = text.toString().getBytes(StandardCharsets.UTF_8);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) {
    return (Log) xstream.fromXML(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
  }
}
