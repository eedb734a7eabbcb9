// ---
// library = "hessian"
// released = "2022-04-15"
// format = "hessian"
// traits = ["binary", "self-describing", "executes"]
// page = "http://hessian.caucho.com/doc/hessian-serialization.html"
// class = "HessianCodec"
// dependencies = ["com.caucho:hessian:4.0.66"]
// shares = ["HessianTexts"]
// limits = ["-0.0 becomes 0.0"]
// [types]
// date = "object of its text"
// time = "object of its text"
// timestamp = "object of its text"
// timestamp_offset = "object of its text"
// duration = "object of its text"
// decimal = "object of its text"
// uuid = "object of its text"
// bigint = "object of its text"
// keys = "map"
// ---
package serbench.codecs;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/**
 * Hessian 2. The factory serves all values, and so does the output. An input does not: after
 * {@code init} it reads first what is left of the bytes before. Unions it does not hold, whose
 * variants are records: it cannot read their fields.
 */
final class HessianCodec<V> extends PlainCodec<V> {
  private final SerializerFactory factory = new SerializerFactory();
  private final Hessian2Output output = new Hessian2Output();

  HessianCodec(Values<V> values) {
    super(values);
    if (!values.logical().isEmpty()) {
      factory.addFactory(new HessianTexts());
    }
    output.setSerializerFactory(factory);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    output.init(out);
    write(value, output);
  }

  @Override
  public void encodeFresh(V value, Buffer out) throws Exception {
    Hessian2Output fresh = new Hessian2Output(out);
    fresh.setSerializerFactory(factory);
    write(value, fresh);
  }

  private void write(V value, Hessian2Output output) throws Exception {
    output.writeObject(value);
    output.flush();
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    Hessian2Input input = new Hessian2Input(new ByteArrayInputStream(bytes));
    input.setSerializerFactory(factory);
    return values.type().cast(input.readObject(values.type()));
  }

  /** It writes zeros in a form without a sign. */
  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNegativeZero ? "the sign of -0.0" : null;
  }
}
