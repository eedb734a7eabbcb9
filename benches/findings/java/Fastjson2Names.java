// fastjson2 2.0.64 writes a quote in a field's name as it is, which makes invalid JSON. In JSONB, it refuses to read
// a field's name that it wrote in Chinese, and cannot write an enum that is null.
// com.alibaba.fastjson2:fastjson2:2.0.64
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.alibaba.fastjson2:fastjson2:2.0.64 && java -cp ~/.m2/repository/com/alibaba/fastjson2/fastjson2/2.0.64/fastjson2-2.0.64.jar benches/findings/java/Fastjson2Names.java
// Prints: JSON, a quote in a name: {"a"b":1}
//   JSONB, a name in Chinese: com.alibaba.fastjson2.JSONException
//   JSONB, an enum that is null: java.lang.NullPointerException
import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.annotation.JSONField;

public class Fastjson2Names {
  public static class Quoted {
    @JSONField(name = "a\"b")
    public int number = 1;
  }

  public static class Chinese {
    @JSONField(name = "世界")
    public int number = 1;
  }

  public enum Colour {
    RED
  }

  public static class Coloured {
    public Colour colour;
  }

  static String failure(Runnable action) {
    try {
      action.run();
      return null;
    } catch (RuntimeException error) {
      return error.getClass().getName();
    }
  }

  public static void main(String[] args) {
    JSONWriter.Feature[] writing = {JSONWriter.Feature.FieldBased, JSONWriter.Feature.WriteNulls};
    String text = new String(JSON.toJSONBytes(new Quoted(), writing));
    System.out.println("JSON, a quote in a name: " + text);
    byte[] bytes = JSONB.toBytes(new Chinese(), writing);
    String unread =
        failure(() -> JSONB.parseObject(bytes, Chinese.class, JSONReader.Feature.FieldBased));
    System.out.println("JSONB, a name in Chinese: " + unread);
    String unwritten = failure(() -> JSONB.toBytes(new Coloured(), writing));
    System.out.println("JSONB, an enum that is null: " + unwritten);
    System.exit(text.equals("{\"a\"b\":1}") && unread != null && unwritten != null ? 0 : 1);
  }
}
