// Jackson 2.23 and 3.3 write the offset of an OffsetDateTime, but read the time in UTC, unless told not to.
// com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0, com.fasterxml.jackson.core:jackson-databind:2.23.0, tools.jackson.core:jackson-databind:3.3.0
// run: r=~/.m2/repository; j=$r/com/fasterxml/jackson; java -cp $(ls $j/datatype/jackson-datatype-jsr310/2.23.0/*.jar $j/core/jackson-databind/2.23.0/*.jar $j/core/jackson-core/2.23.0/*.jar $j/core/jackson-annotations/2.23/*.jar $r/tools/jackson/core/jackson-databind/3.3.0/*.jar $r/tools/jackson/core/jackson-core/3.3.0/*.jar | tr '\n' :) benches/findings/java/JacksonOffsets.java
// Prints: "2026-01-31T12:00:00+05:45": 2026-01-31T06:15Z, 2026-01-31T06:15Z
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.OffsetDateTime;

class JacksonOffsets {
  public static void main(String[] args) throws Exception {
    JsonMapper two = JsonMapper.builder().addModule(new JavaTimeModule()).build();
    two.disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    OffsetDateTime time = OffsetDateTime.parse("2026-01-31T12:00:00+05:45");
    String text = two.writeValueAsString(time);
    OffsetDateTime read = two.readValue(text, OffsetDateTime.class);
    var three = new tools.jackson.databind.json.JsonMapper();
    OffsetDateTime later =
        three.readValue(three.writeValueAsString(time), OffsetDateTime.class);
    System.out.println(text + ": " + read + ", " + later);
    System.exit(text.contains("+05:45") && !read.equals(time) && !later.equals(time) ? 0 : 1);
  }
}
