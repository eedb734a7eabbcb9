// fastjson2 2.0.64 writes NaN as null in JSON, which is read back as 0.0, and -0.0 as 0.0 in JSONB.
// com.alibaba.fastjson2:fastjson2:2.0.64
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.alibaba.fastjson2:fastjson2:2.0.64 && java -cp ~/.m2/repository/com/alibaba/fastjson2/fastjson2/2.0.64/fastjson2-2.0.64.jar benches/findings/java/Fastjson2Numbers.java
// Prints: JSON, of NaN: {"number":null}, read as 0.0
//   JSONB, of -0.0: read as 0.0
import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;

public class Fastjson2Numbers {
  public static class Record {
    public double number;
  }

  public static void main(String[] args) {
    Record nan = new Record();
    nan.number = Double.NaN;
    String text = JSON.toJSONString(nan, JSONWriter.Feature.FieldBased);
    double read = JSON.parseObject(text, Record.class, JSONReader.Feature.FieldBased).number;
    System.out.println("JSON, of NaN: " + text + ", read as " + read);
    Record zero = new Record();
    zero.number = -0.0;
    byte[] bytes = JSONB.toBytes(zero, JSONWriter.Feature.FieldBased);
    double back = JSONB.parseObject(bytes, Record.class, JSONReader.Feature.FieldBased).number;
    System.out.println("JSONB, of -0.0: read as " + back);
    System.exit(read == 0 && 1 / back > 0 ? 0 : 1);
  }
}
