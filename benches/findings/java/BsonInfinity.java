// The codec of Float writes an infinity and refuses to read it; that of Double reads it, and both read NaN.
// org.mongodb:bson:5.14.0
// run: java -cp ~/.m2/repository/org/mongodb/bson/5.14.0/bson-5.14.0.jar benches/findings/java/BsonInfinity.java
// Prints: Double: Infinity, NaN as Float: NaN
//   Float: Infinity can not be converted into a Float.
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.BsonInvalidOperationException;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DoubleCodec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.FloatCodec;

class BsonInfinity {
  static <T> T through(Codec<T> codec, T value) {
    BsonDocument document = new BsonDocument();
    BsonDocumentWriter writer = new BsonDocumentWriter(document);
    writer.writeStartDocument();
    writer.writeName("number");
    codec.encode(writer, value, EncoderContext.builder().build());
    writer.writeEndDocument();
    BsonDocumentReader reader = new BsonDocumentReader(document);
    reader.readStartDocument();
    reader.readName();
    return codec.decode(reader, DecoderContext.builder().build());
  }

  public static void main(String[] args) {
    double wide = through(new DoubleCodec(), Double.POSITIVE_INFINITY);
    float nan = through(new FloatCodec(), Float.NaN);
    System.out.println("Double: " + wide + ", NaN as Float: " + nan);
    try {
      through(new FloatCodec(), Float.POSITIVE_INFINITY);
    } catch (BsonInvalidOperationException refused) {
      System.out.println("Float: " + refused.getMessage());
      System.exit(Double.isInfinite(wide) && Float.isNaN(nan) ? 0 : 1);
    }
    System.exit(1);
  }
}
