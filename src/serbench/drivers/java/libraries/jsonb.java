package serbench.codecs;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/** Plain values in JSONB, by fields as they are. */
abstract class Jsonb<V> extends PlainCodec<V> {
  private final JSONWriter.Feature[] writing;
  private final JSONReader.Feature[] reading;

  Jsonb(Values<V> values, JSONWriter.Feature[] writing, JSONReader.Feature[] reading) {
    super(values);
    this.writing = writing;
    this.reading = reading;
  }

  @Override
  public void encode(V value, Buffer out) {
    byte[] bytes = JSONB.toBytes(value, writing);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) {
    return JSONB.parseObject(bytes, values.type(), reading);
  }

  /** It writes zeros in a form without a sign. */
  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNegativeZero ? "the sign of -0.0" : null;
  }
}
