package serbench.direct;

import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.DefaultIdStrategy;
import io.protostuff.runtime.IdStrategy;
import io.protostuff.runtime.RuntimeSchema;
import serbench.data.Log;

/**
 * As in https://github.com/protostuff/protostuff/tree/master/protostuff-benchmarks
 * and https://github.com/protostuff/protostuff#usage
 */
final class ProtostuffDirect extends Direct.Plain {
  private final Schema<Log> schema =
      RuntimeSchema.getSchema(
          Log.class,
          new DefaultIdStrategy(
              IdStrategy.DEFAULT_FLAGS
                  | IdStrategy.COLLECTION_SCHEMA_ON_REPEATED_FIELDS
                  | IdStrategy.PRESERVE_NULL_ELEMENTS));
  private final LinkedBuffer buffer = LinkedBuffer.allocate(4096);
  private byte[] written;

  @Override
  public int encode(Log value) {
    try {
      written = ProtostuffIOUtil.toByteArray(value, schema, buffer);
    } finally {
      buffer.clear();
    }
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) {
    Log value = schema.newMessage();
    ProtostuffIOUtil.mergeFrom(bytes, value, schema);
    return value;
  }
}
