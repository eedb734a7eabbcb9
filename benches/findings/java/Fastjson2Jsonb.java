// What fastjson2 2.0.64 wrote itself and does not read from JSONB: a name beyond ASCII, whose field keeps its default; a
// field called "@type"; a map in a list with the key "$ref"; null for bytes, which becomes empty, in a record of
// more than a hundred fields.
// com.alibaba.fastjson2:fastjson2:2.0.64
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.alibaba.fastjson2:fastjson2:2.0.64 && java -cp ~/.m2/repository/com/alibaba/fastjson2/fastjson2/2.0.64/fastjson2-2.0.64.jar benches/findings/java/Fastjson2Jsonb.java
// Prints: é=7: read as 0
//   @type: java.lang.NumberFormatException
//   [{$ref=x}]: java.lang.UnsupportedOperationException
//   null bytes among 111 fields: read as []
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.annotation.JSONField;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class Fastjson2Jsonb {
  public static class Accent {
    @JSONField(name = "é")
    public int number;
  }

  public static class Typed {
    @JSONField(name = "@type")
    public String type = "x";

    public String z = "y";
  }

  public static class Maps {
    public List<Map<String, String>> maps = List.of(Map.of("$ref", "x"));
  }

  public static class Wide {
    public byte[] blob;
    public int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9;
    public int c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9;
    public int e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9;
    public int g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, h0, h1, h2, h3, h4, h5, h6, h7, h8, h9;
    public int i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, j0, j1, j2, j3, j4, j5, j6, j7, j8, j9;
    public int k0, k1, k2, k3, k4, k5, k6, k7, k8, k9;
  }

  static <T> T copy(T value, Class<T> type) {
    byte[] bytes =
        JSONB.toBytes(value, JSONWriter.Feature.FieldBased, JSONWriter.Feature.WriteNulls);
    return JSONB.parseObject(bytes, type, JSONReader.Feature.FieldBased);
  }

  static <T> String failure(T value, Class<T> type) {
    try {
      copy(value, type);
      return null;
    } catch (RuntimeException error) {
      return error.getClass().getName();
    }
  }

  public static void main(String[] args) {
    Accent seven = new Accent();
    seven.number = 7;
    int number = copy(seven, Accent.class).number;
    System.out.println("é=7: read as " + number);
    String typed = failure(new Typed(), Typed.class);
    System.out.println("@type: " + typed);
    String maps = failure(new Maps(), Maps.class);
    System.out.println(new Maps().maps + ": " + maps);
    byte[] blob = copy(new Wide(), Wide.class).blob;
    System.out.println("null bytes among 111 fields: read as " + Arrays.toString(blob));
    System.exit(number == 0 && typed != null && maps != null && blob != null ? 0 : 1);
  }
}
