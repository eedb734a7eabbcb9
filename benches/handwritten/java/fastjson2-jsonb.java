package serbench.direct;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import serbench.data.Log;

/**
 * As in https://github.com/alibaba/fastjson2/blob/main/benchmark/src/main/java/com/alibaba/fastjson2/benchmark/eishay/EishayWriteBinary.java
 * and EishayParseBinary there, with public fields for getters and setters.
 */
final class Fastjson2JsonbDirect extends Direct.Plain {
  private byte[] written;

  @Override
  public int encode(Log value) {
    written = JSONB.toBytes(value, JSONWriter.Feature.FieldBased, JSONWriter.Feature.WriteNulls);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) {
    return JSONB.parseObject(bytes, Log.class, JSONReader.Feature.FieldBased);
  }
}
