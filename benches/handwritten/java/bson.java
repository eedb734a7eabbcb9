package serbench.direct;

import java.nio.ByteBuffer;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.codecs.BsonValueCodecProvider;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.ValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.pojo.PojoCodecProvider;
import org.bson.io.BasicOutputBuffer;
import serbench.data.Log;

/**
 * Codec: https://www.mongodb.com/docs/drivers/java/sync/current/data-formats/document-data-format-pojo/
 * Calls: https://github.com/mongodb/mongo-java-driver/blob/main/driver-benchmarks/src/main/com/mongodb/benchmark/jmh/codec/BsonDocumentBenchmark.java
 */
final class BsonDirect extends Direct.Plain {
  private final Codec<Log> codec =
      CodecRegistries.fromProviders(
              new ValueCodecProvider(),
              new BsonValueCodecProvider(),
              new EnumCodecProvider(),
              PojoCodecProvider.builder().automatic(true).build())
          .get(Log.class);
  private final BasicOutputBuffer buffer = new BasicOutputBuffer();

  @Override
  public int encode(Log value) {
    buffer.truncateToPosition(0);
    codec.encode(new BsonBinaryWriter(buffer), value, EncoderContext.builder().build());
    return buffer.getSize();
  }

  @Override
  public byte[] encoded() {
    return buffer.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) {
    BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes));
    return codec.decode(reader, DecoderContext.builder().build());
  }
}
