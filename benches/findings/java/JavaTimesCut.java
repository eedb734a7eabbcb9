// Avro by Jackson 2.22.0 (AvroJavaTimeModule) and BSON's own codecs of java.time (bson 5.14.0) cut nanoseconds to milliseconds.
// com.fasterxml.jackson.dataformat:jackson-dataformat-avro:2.22.0, com.fasterxml.jackson.core:jackson-databind:2.23.0, org.mongodb:bson:5.14.0
// run: r=~/.m2/repository; j=$r/com/fasterxml/jackson; java -cp $(ls $j/dataformat/jackson-dataformat-avro/2.22.0/*.jar $r/org/apache/avro/avro/1.11.5/*.jar $r/org/slf4j/slf4j-api/1.7.36/*.jar $j/core/jackson-databind/2.23.0/*.jar $j/core/jackson-core/2.23.0/*.jar $j/core/jackson-annotations/2.23/*.jar $r/org/mongodb/bson/5.14.0/*.jar | tr '\n' :) benches/findings/java/JavaTimesCut.java
// Prints: 2026-01-31T12:00:00.123456789Z: 2026-01-31T12:00:00.123Z, 2026-01-31T12:00:00.123Z
import com.fasterxml.jackson.dataformat.avro.AvroMapper;
import com.fasterxml.jackson.dataformat.avro.AvroSchema;
import com.fasterxml.jackson.dataformat.avro.jsr310.AvroJavaTimeModule;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.jsr310.InstantCodec;

public class JavaTimesCut {
  public static class Record {
    public Instant time;
  }

  public static void main(String[] args) throws Exception {
    Record record = new Record();
    record.time = Instant.parse("2026-01-31T12:00:00.123456789Z");
    AvroMapper mapper = new AvroMapper();
    mapper.registerModule(new AvroJavaTimeModule());
    AvroSchema schema = mapper.schemaFor(Record.class);
    byte[] bytes = mapper.writer(schema).writeValueAsBytes(record);
    Record read = mapper.readerFor(Record.class).with(schema).readValue(bytes);

    BsonDocument document = new BsonDocument();
    BsonDocumentWriter writer = new BsonDocumentWriter(document);
    writer.writeStartDocument();
    writer.writeName("time");
    new InstantCodec().encode(writer, record.time, EncoderContext.builder().build());
    writer.writeEndDocument();
    BsonDocumentReader reader = new BsonDocumentReader(document);
    reader.readStartDocument();
    reader.readBsonType();
    reader.readName();
    Instant bson = new InstantCodec().decode(reader, DecoderContext.builder().build());

    System.out.println(record.time + ": " + read.time + ", " + bson);
    System.exit(read.time.equals(bson) && !bson.equals(record.time) ? 0 : 1);
  }
}
