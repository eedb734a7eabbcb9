// ---
// library = "jboss-marshalling"
// released = "2025-01-11"
// format = "jboss-river"
// traits = ["binary", "self-describing", "executes"]
// page = "https://jbossmarshalling.jboss.org/docs/"
// unions = "the variant's class and the value"
// class = "JbossMarshallingCodec"
// dependencies = ["org.jboss.marshalling:jboss-marshalling-river:2.2.2.Final"]
// [types]
// date = "java.time.LocalDate"
// time = "java.time.LocalTime"
// timestamp = "java.time.LocalDateTime, in UTC Instant"
// timestamp_offset = "java.time.OffsetDateTime"
// duration = "java.time.Duration"
// decimal = "java.math.BigDecimal"
// uuid = "java.util.UUID"
// bigint = "java.math.BigInteger"
// keys = "java.util.LinkedHashMap"
// ---
package serbench.codecs;

import java.nio.ByteBuffer;
import org.jboss.marshalling.Marshaller;
import org.jboss.marshalling.MarshallerFactory;
import org.jboss.marshalling.Marshalling;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.Unmarshaller;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/** The river protocol, of what is serializable. Marshallers serve all values. */
final class JbossMarshallingCodec<V> extends PlainCodec<V> {
  private final MarshallerFactory factory = Marshalling.getProvidedMarshallerFactory("river");
  private final MarshallingConfiguration configuration = new MarshallingConfiguration();
  private final Marshaller marshaller;
  private final Unmarshaller unmarshaller;

  JbossMarshallingCodec(Values<V> values) throws Exception {
    super(values);
    marshaller = factory.createMarshaller(configuration);
    unmarshaller = factory.createUnmarshaller(configuration);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    write(value, marshaller, out);
  }

  @Override
  public void encodeFresh(V value, Buffer out) throws Exception {
    write(value, factory.createMarshaller(configuration), out);
  }

  private void write(V value, Marshaller marshaller, Buffer out) throws Exception {
    marshaller.start(Marshalling.createByteOutput(out));
    marshaller.writeObject(value);
    marshaller.finish();
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    unmarshaller.start(Marshalling.createByteInput(ByteBuffer.wrap(bytes)));
    V value = unmarshaller.readObject(values.type());
    unmarshaller.finish();
    return value;
  }
}
