// bson4jackson 2.18.0 writes an integer beyond 64 bits as a text, which it cannot read as an integer.
// de.undercouch:bson4jackson:2.18.0, com.fasterxml.jackson.core:jackson-databind:2.23.0
// run: r=~/.m2/repository; java -cp $(ls $r/de/undercouch/bson4jackson/2.18.0/*.jar $r/com/fasterxml/jackson/core/jackson-{databind,core}/2.23.0/*.jar $r/com/fasterxml/jackson/core/jackson-annotations/2.23/*.jar | tr '\n' :) benches/findings/java/Bson4jacksonUnsigned.java
// Prints: a BigInteger is read as java.lang.String
import com.fasterxml.jackson.databind.ObjectMapper;
import de.undercouch.bson4jackson.BsonFactory;
import java.math.BigInteger;
import java.util.Map;

class Bson4jacksonUnsigned {
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper(new BsonFactory());
    byte[] bytes = mapper.writeValueAsBytes(Map.of("number", BigInteger.ONE.shiftLeft(63)));
    Object read = mapper.readValue(bytes, Map.class).get("number");
    System.out.println("a BigInteger is read as " + read.getClass().getName());
    System.exit(read instanceof String ? 0 : 1);
  }
}
