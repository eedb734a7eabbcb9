// ---
// library = "bson"
// released = "2026-10-28"
// format = "bson"
// traits = ["binary", "self-describing"]
// page = "https://www.mongodb.com/docs/drivers/java/sync/current/data-formats/document-data-format-pojo/"
// class = "BsonCodec"
// dependencies = ["org.mongodb:bson:5.14.0"]
// shares = ["BsonConverted"]
// limits = ["u64 above 2^63 - 1", "keys that hold the character NUL", "infinities in f32"]
// [types]
// timestamp_s_utc = "UTC datetime"
// timestamp_ms_utc = "UTC datetime"
// uuid = "binary of subtype 4"
// absent = "no member"
// ---
package serbench.codecs;

import java.nio.ByteBuffer;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonSerializationException;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import serbench.driver.Access;
import serbench.driver.Buffer;
import serbench.driver.CannotHold;
import serbench.driver.Leaf;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;
import serbench.driver.Visit;

/** The POJO codec; the output buffer is reused, and its bytes are handed over. */
final class BsonCodec<V> extends PlainCodec<V> implements Access {
  private final Codec<V> codec;
  private final Leaf leaf;
  private final boolean isLogical; // the leaf
  private final BasicOutputBuffer output = new BasicOutputBuffer();
  private final EncoderContext encoding = EncoderContext.builder().build();
  private final DecoderContext decoding = DecoderContext.builder().build();

  BsonCodec(Values<V> values) {
    super(values);
    leaf = values.leaf();
    isLogical = leaf != null && values.logical().contains(leaf.type());
    codec = BsonConverted.registry(values).get(values.type());
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    output.truncateToPosition(0);
    encode(value, output, out);
  }

  @Override
  public void encodeFresh(V value, Buffer out) throws Exception {
    encode(value, new BasicOutputBuffer(), out);
  }

  private void encode(V value, BasicOutputBuffer output, Buffer out) throws Exception {
    try (BsonBinaryWriter writer = new BsonBinaryWriter(output)) {
      codec.encode(writer, value, encoding);
    } catch (BsonSerializationException e) {
      throw new CannotHold(e.getMessage()); // the name of a field holds the character NUL
    }
    out.lend(output.getInternalBuffer(), 0, output.getSize());
  }

  @Override
  public V decode(byte[] bytes) {
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
      return codec.decode(reader, decoding);
    }
  }

  /** Raw documents find a field by stepping over what stands before it. */
  @Override
  public long access(byte[] bytes) {
    BsonValue at = new RawBsonDocument(bytes);
    for (String step : leaf.steps()) {
      if (step != null) {
        at = at.asDocument().get(step);
      } else if (at.asArray().isEmpty()) {
        return 0;
      } else {
        at = at.asArray().get(at.asArray().size() - 1);
      }
      if (at == null || at.isNull()) {
        return 0;
      }
    }
    if (isLogical) {
      return values.visitLeaf(BsonConverted.held(at));
    }
    return switch (at.getBsonType()) {
      case BOOLEAN -> at.asBoolean().getValue() ? 1 : 0;
      case INT32 -> at.asInt32().getValue();
      case INT64 -> at.asInt64().getValue();
      case DOUBLE -> leaf.visit(at.asDouble().getValue());
      case STRING -> leaf.visit(at.asString().getValue());
      default -> Visit.bytes(at.asBinary().getData());
    };
  }

  @Override
  public String cannotHold(Traits traits) {
    return traits.hasHugeU64
        ? "a u64 above 2^63 - 1: BSON's integers are signed"
        : traits.hasInfiniteF32
            ? "infinities in f32: the codec of Float refuses to read them"
            : traits.hasNulInKey ? "a key that holds the character NUL, which ends names" : null;
  }
}
