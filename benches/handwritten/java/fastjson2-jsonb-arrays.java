package serbench.direct;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import serbench.data.Log;

/**
 * As in https://github.com/alibaba/fastjson2/blob/main/benchmark/src/main/java/com/alibaba/fastjson2/benchmark/eishay/EishayWriteBinaryArrayMapping.java
 * and EishayParseBinaryArrayMapping there, with public fields for getters and setters.
 */
final class Fastjson2JsonbArraysDirect extends Direct.Plain {
  private byte[] written;

  @Override
  public int encode(Log value) {
    written =
        JSONB.toBytes(
            value,
            JSONWriter.Feature.FieldBased,
            JSONWriter.Feature.WriteNulls,
            JSONWriter.Feature.BeanToArray);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) {
    return JSONB.parseObject(
        bytes,
        Log.class,
        JSONReader.Feature.FieldBased,
        JSONReader.Feature.SupportArrayToBean);
  }
}
