package serbench.direct;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import serbench.data.Log;

/**
 * As in https://github.com/alibaba/fastjson2/blob/main/benchmark/src/main/java/com/alibaba/fastjson2/benchmark/eishay/EishayWriteUTF8Bytes.java
 * and EishayParseUTF8Bytes there, with public fields for getters and setters.
 */
final class Fastjson2Direct extends Direct.Plain {
  private byte[] written;

  @Override
  public int encode(Log value) {
    written = JSON.toJSONBytes(value, JSONWriter.Feature.FieldBased, JSONWriter.Feature.WriteNulls);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) {
    return JSON.parseObject(bytes, Log.class, JSONReader.Feature.FieldBased);
  }
}
