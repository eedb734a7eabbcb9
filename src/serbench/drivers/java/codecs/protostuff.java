// ---
// library = "protostuff"
// released = "2022-03-12"
// format = "protostuff"
// traits = ["binary", "schema"]
// page = "https://protostuff.github.io/docs/protostuff-runtime/"
// class = "ProtostuffCodec"
// dependencies = [
//   "io.protostuff:protostuff-core:1.8.0",
//   "io.protostuff:protostuff-runtime:1.8.0",
// ]
// shares = ["ProtostuffDelegates"]
// [types]
// date = "8 bytes: days"
// time = "8 bytes: nanoseconds"
// timestamp = "12 bytes: seconds, nanoseconds"
// timestamp_offset = "16 bytes: seconds, nanoseconds, offset"
// duration = "12 bytes: seconds, nanoseconds"
// decimal = "text of BigDecimal"
// uuid = "bytes"
// bigint = "bytes"
// keys = "map"
// ---
package serbench.codecs;

import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.DefaultIdStrategy;
import io.protostuff.runtime.IdStrategy;
import io.protostuff.runtime.RuntimeSchema;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/**
 * Schemas made at run time; one buffer serves all values. By default, an empty list would come back
 * as null, and nulls in lists be lost: lists are messages of their own instead.
 */
final class ProtostuffCodec<V> extends PlainCodec<V> {
  private static final DefaultIdStrategy STRATEGY =
      new DefaultIdStrategy(
          IdStrategy.DEFAULT_FLAGS
              | IdStrategy.COLLECTION_SCHEMA_ON_REPEATED_FIELDS
              | IdStrategy.PRESERVE_NULL_ELEMENTS);

  private final Schema<V> schema;
  private final LinkedBuffer buffer = LinkedBuffer.allocate(4096);

  ProtostuffCodec(Values<V> values) {
    super(values);
    if (!values.logical().isEmpty()) {
      ProtostuffDelegates.addTo(STRATEGY);
    }
    schema = RuntimeSchema.getSchema(values.type(), STRATEGY);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    try {
      ProtostuffIOUtil.writeTo(out, value, schema, buffer);
    } finally {
      buffer.clear();
    }
  }

  @Override
  public void encodeFresh(V value, Buffer out) {
    byte[] bytes = ProtostuffIOUtil.toByteArray(value, schema, LinkedBuffer.allocate());
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) {
    V value = schema.newMessage();
    ProtostuffIOUtil.mergeFrom(bytes, value, schema);
    return value;
  }
}
