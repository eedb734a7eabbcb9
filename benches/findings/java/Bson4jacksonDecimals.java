// bson4jackson 2.18.0 writes decimals as doubles, unless told to write them as text.
// de.undercouch:bson4jackson:2.18.0, com.fasterxml.jackson.core:jackson-databind:2.23.0
// run: r=~/.m2/repository; j=$r/com/fasterxml/jackson; java -cp $(ls $r/de/undercouch/bson4jackson/2.18.0/*.jar $j/core/jackson-databind/2.23.0/*.jar $j/core/jackson-core/2.23.0/*.jar $j/core/jackson-annotations/2.23/*.jar | tr '\n' :) benches/findings/java/Bson4jacksonDecimals.java
// Prints: 12345678901234567890.12: 1.2345678901234567E+19
import com.fasterxml.jackson.databind.ObjectMapper;
import de.undercouch.bson4jackson.BsonFactory;
import java.math.BigDecimal;

public class Bson4jacksonDecimals {
  public static class Record {
    public BigDecimal value;
  }

  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper(new BsonFactory());
    Record record = new Record();
    record.value = new BigDecimal("12345678901234567890.12");
    Record read = mapper.readValue(mapper.writeValueAsBytes(record), Record.class);
    System.out.println(record.value + ": " + read.value);
    System.exit(read.value.compareTo(record.value) != 0 ? 0 : 1);
  }
}
