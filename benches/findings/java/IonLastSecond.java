// IonJavaTimeModule of jackson-dataformat-ion 2.22.0 reads a time in the last second before 1970 as one a second later.
// com.fasterxml.jackson.dataformat:jackson-dataformat-ion:2.22.0, com.fasterxml.jackson.core:jackson-databind:2.23.0, com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0
// run: r=~/.m2/repository; j=$r/com/fasterxml/jackson; java -cp $(ls $j/dataformat/jackson-dataformat-ion/2.22.0/*.jar $r/com/amazon/ion/ion-java/1.11.11/*.jar $j/datatype/jackson-datatype-jsr310/2.23.0/*.jar $j/core/jackson-databind/2.23.0/*.jar $j/core/jackson-core/2.23.0/*.jar $j/core/jackson-annotations/2.23/*.jar | tr '\n' :) benches/findings/java/IonLastSecond.java
// Prints: 1969-12-31T23:59:59.999999Z: 1970-01-01T00:00:00.999999Z
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.ion.IonObjectMapper;
import com.fasterxml.jackson.dataformat.ion.jsr310.IonJavaTimeModule;
import java.time.Instant;

class IonLastSecond {
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper =
        IonObjectMapper.builderForBinaryWriters().addModule(new IonJavaTimeModule()).build();
    mapper.disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    Instant time = Instant.parse("1969-12-31T23:59:59.999999Z");
    Instant read = mapper.readValue(mapper.writeValueAsBytes(time), Instant.class);
    System.out.println(time + ": " + read);
    System.exit(read.equals(time.plusSeconds(1)) ? 0 : 1);
  }
}
