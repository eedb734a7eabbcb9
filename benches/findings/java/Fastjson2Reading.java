// What fastjson2 2.0.64 wrote itself and does not read from bytes of JSON: base64, if a backslash stands anywhere
// after it in the text (`readBase64` looks for one up to the end of the text, not of the string); a name beyond ASCII,
// whose field keeps its default; an enum's constant called "null", which becomes null.
// com.alibaba.fastjson2:fastjson2:2.0.64
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.alibaba.fastjson2:fastjson2:2.0.64 && java -cp ~/.m2/repository/com/alibaba/fastjson2/fastjson2/2.0.64/fastjson2-2.0.64.jar benches/findings/java/Fastjson2Reading.java
// Prints: {"blob":"AQ==","text":"a\\b"}: com.alibaba.fastjson2.JSONException
//   {"é":7}: read from bytes as 0, from a string as 7
//   {"word":"null"}: read as null
import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONException;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.annotation.JSONField;
import java.nio.charset.StandardCharsets;

public class Fastjson2Reading {
  public static class Blob {
    public byte[] blob = {1};
    public String text = "a\\b";
  }

  public static class Accent {
    @JSONField(name = "é")
    public int number;
  }

  public enum Word {
    @JSONField(name = "null")
    NULL
  }

  public static class Worded {
    public Word word;
  }

  static byte[] written(Object value) {
    return JSON.toJSONBytes(
        value, JSONWriter.Feature.FieldBased, JSONWriter.Feature.WriteByteArrayAsBase64);
  }

  static <T> T read(byte[] bytes, Class<T> type) {
    return JSON.parseObject(
        bytes, type, JSONReader.Feature.FieldBased, JSONReader.Feature.Base64StringAsByteArray);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public static void main(String[] args) {
    byte[] blob = written(new Blob());
    String refusal = null;
    try {
      read(blob, Blob.class);
    } catch (JSONException error) {
      refusal = error.getClass().getName();
    }
    System.out.println(text(blob) + ": " + refusal);
    Accent seven = new Accent();
    seven.number = 7;
    byte[] accent = written(seven);
    int ofBytes = read(accent, Accent.class).number;
    int ofString =
        JSON.parseObject(text(accent), Accent.class, JSONReader.Feature.FieldBased).number;
    System.out.println(
        text(accent) + ": read from bytes as " + ofBytes + ", from a string as " + ofString);
    Worded worded = new Worded();
    worded.word = Word.NULL;
    byte[] word = written(worded);
    Word found = read(word, Worded.class).word;
    System.out.println(text(word) + ": read as " + found);
    System.exit(refusal != null && ofBytes == 0 && ofString == 7 && found == null ? 0 : 1);
  }
}
