// With JsonArrayFormat, jackson-dataformat-msgpack 0.9.11 writes an object without fields as a map, which it refuses
// to read.
// org.msgpack:jackson-dataformat-msgpack:0.9.11, com.fasterxml.jackson.core:jackson-databind:2.23.0
// run: r=~/.m2/repository; java -cp $(ls $r/org/msgpack/{jackson-dataformat-msgpack,msgpack-core}/0.9.11/*.jar $r/com/fasterxml/jackson/core/jackson-{databind,core}/2.23.0/*.jar $r/com/fasterxml/jackson/core/jackson-annotations/2.23/*.jar | tr '\n' :) benches/findings/java/JacksonMsgpackEmpty.java
// Prints: 91 80: com.fasterxml.jackson.databind.exc.MismatchedInputException
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import org.msgpack.jackson.dataformat.JsonArrayFormat;
import org.msgpack.jackson.dataformat.MessagePackMapper;

public class JacksonMsgpackEmpty {
  public static class Empty {}

  public static class Record {
    public Empty empty = new Empty();
  }

  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new MessagePackMapper().setAnnotationIntrospector(new JsonArrayFormat());
    mapper.disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
    byte[] bytes = mapper.writeValueAsBytes(new Record());
    String text = String.format("%02x %02x", bytes[0], bytes[1]);
    try {
      mapper.readValue(bytes, Record.class);
    } catch (JsonProcessingException error) {
      System.out.println(text + ": " + error.getClass().getName());
      System.exit(0);
    }
    System.exit(1);
  }
}
