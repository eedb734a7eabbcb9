// -0, as Go's encoding/json writes -0.0, is 0.0 to Jackson, also in a field of type double. javax.json has
// BigDecimals, which have no signed zero, so that -0.0 loses its sign as well.
// com.fasterxml.jackson.core:jackson-databind:2.23.0, org.glassfish:javax.json:1.1.4
// run: r=~/.m2/repository; java -cp $(ls $r/com/fasterxml/jackson/core/*/2.2*/*.jar $r/org/glassfish/javax.json/1.1.4/*.jar | tr '\n' :) benches/findings/java/NegativeZero.java
// Prints: Jackson: 0.0, of -0.0 -0.0
//   javax.json, of -0.0: 0.0, written [0.0]
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import javax.json.Json;

class NegativeZero {
  public static class Record {
    public double number = 1;
  }

  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    double bare = mapper.readValue("{\"number\": -0}", Record.class).number;
    double fraction = mapper.readValue("{\"number\": -0.0}", Record.class).number;
    System.out.println("Jackson: " + bare + ", of -0.0 " + fraction);
    double number = Json.createReader(new StringReader("[-0.0]")).readArray().getJsonNumber(0).doubleValue();
    String written = Json.createArrayBuilder().add(-0.0).build().toString();
    System.out.println("javax.json, of -0.0: " + number + ", written " + written);
    System.exit(1 / bare > 0 && 1 / fraction < 0 && 1 / number > 0 ? 0 : 1);
  }
}
