// An integer that no int holds becomes another one without an error, where Jackson's own formats refuse it: of
// jackson-dataformat-msgpack 0.9.11 and bson4jackson 2.18.0.
// org.msgpack:jackson-dataformat-msgpack:0.9.11, de.undercouch:bson4jackson:2.18.0, com.fasterxml.jackson.core:jackson-databind:2.23.0
// run: r=~/.m2/repository; java -cp $(ls $r/org/msgpack/{jackson-dataformat-msgpack,msgpack-core}/0.9.11/*.jar $r/de/undercouch/bson4jackson/2.18.0/*.jar $r/com/fasterxml/jackson/core/jackson-{databind,core}/2.23.0/*.jar $r/com/fasterxml/jackson/core/jackson-annotations/2.23/*.jar | tr '\n' :) benches/findings/java/JacksonIntegersCut.java
// Prints: JSON: refused
//   MessagePack: 34359738376 is read as 8
//   BSON: 34359738376 is read as 8
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.undercouch.bson4jackson.BsonFactory;
import java.util.Map;
import org.msgpack.jackson.dataformat.MessagePackMapper;

class JacksonIntegersCut {
  static class Record {
    public int number;
  }

  static int cut = 0;

  static void read(String format, ObjectMapper mapper) throws Exception {
    byte[] bytes = mapper.writeValueAsBytes(Map.of("number", 34359738376L));
    try {
      int read = mapper.readValue(bytes, Record.class).number;
      System.out.println(format + ": 34359738376 is read as " + read);
      cut++;
    } catch (JsonProcessingException error) {
      System.out.println(format + ": refused");
    }
  }

  public static void main(String[] args) throws Exception {
    read("JSON", new ObjectMapper());
    read("MessagePack", new MessagePackMapper());
    read("BSON", new ObjectMapper(new BsonFactory()));
    System.exit(cut == 2 ? 0 : 1);
  }
}
