// An enum's constants whose names annotations say, as keys of a map: Gson writes their Java names, unless it has
// enableComplexMapKeySerialization. fastjson2 writes the names that were said, and numbers without quotes, which is no JSON; with
// WriteNonStringKeyAsString it writes numbers in quotes, and constants by their Java names. As a value, a constant has the name said.
// com.google.code.gson:gson:2.15.0, com.alibaba.fastjson2:fastjson2:2.0.64
// run: for a in com.google.code.gson:gson:2.15.0 com.alibaba.fastjson2:fastjson2:2.0.64; do mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=$a; done && java -cp ~/.m2/repository/com/google/code/gson/gson/2.15.0/gson-2.15.0.jar:$HOME/.m2/repository/com/alibaba/fastjson2/fastjson2/2.0.64/fastjson2-2.0.64.jar benches/findings/java/EnumKeys.java
// Prints: Gson: {"of":{"DARK_BLUE":1},"numbers":{"1":2},"one":"dark blue"}, read: {DARK_BLUE=1}
//   Gson, complex: {"of":{"dark blue":1},"numbers":{"1":2},"one":"dark blue"}, read: {DARK_BLUE=1}
//   fastjson2: {"numbers":{1:2},"of":{"dark blue":1},"one":"dark blue"}, read: {DARK_BLUE=1}
//   fastjson2, keys as strings: {"numbers":{"1":2},"of":{"DARK_BLUE":1},"one":"dark blue"}, read: {DARK_BLUE=1}
import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.annotation.JSONField;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.annotations.SerializedName;
import java.util.HashMap;
import java.util.Map;

public class EnumKeys {
  public enum Colour {
    @SerializedName("dark blue")
    @JSONField(name = "dark blue")
    DARK_BLUE
  }

  public static class Amounts {
    public Map<Colour, Integer> of = new HashMap<>(Map.of(Colour.DARK_BLUE, 1));
    public Map<Integer, Integer> numbers = Map.of(1, 2);
    public Colour one = Colour.DARK_BLUE;
  }

  static void byGson(String how, Gson gson) {
    String text = gson.toJson(new Amounts());
    System.out.println(how + ": " + text + ", read: " + gson.fromJson(text, Amounts.class).of);
  }

  public static void main(String[] arguments) {
    byGson("Gson", new Gson());
    byGson("Gson, complex", new GsonBuilder().enableComplexMapKeySerialization().create());
    byFastjson2("fastjson2", JSONWriter.Feature.FieldBased);
    byFastjson2("fastjson2, keys as strings", JSONWriter.Feature.WriteNonStringKeyAsString);
  }

  static void byFastjson2(String how, JSONWriter.Feature feature) {
    String text = JSON.toJSONString(new Amounts(), feature);
    System.out.println(how + ": " + text + ", read: " + JSON.parseObject(text, Amounts.class).of);
  }
}
