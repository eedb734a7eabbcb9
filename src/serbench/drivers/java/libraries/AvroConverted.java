package serbench.codecs;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.avro.Conversion;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;

/**
 * A conversion of Avro's own, for a logical type that Avro has none for. To find a record among the
 * types of a union, Avro makes schemas of classes, too, of which it uses the names alone: it refuses to
 * make one of a class without a recommended schema.
 */
final class AvroConverted<P, W> extends Conversion<P> {
  private final String name;
  private final serbench.logical.Conversion<P, W> conversion;

  /** `number` is the place in `Values.conversions`, by which a schema names it. */
  AvroConverted(int number, serbench.logical.Conversion<P, W> conversion) {
    name = "serbench-" + number;
    this.conversion = conversion;
  }

  @Override
  public Class<P> getConvertedType() {
    return conversion.plain();
  }

  @Override
  public Schema getRecommendedSchema() {
    return Schema.create(Schema.Type.BYTES);
  }

  /** Of decimals, for which Avro recommends no schema. */
  static Conversion<BigDecimal> ofDecimals() {
    return new Conversions.DecimalConversion() {
      @Override
      public Schema getRecommendedSchema() {
        return Schema.create(Schema.Type.BYTES);
      }
    };
  }

  @Override
  public String getLogicalTypeName() {
    return name;
  }

  private W put(P value) {
    return conversion.put().apply(value);
  }

  private P get(Object held) {
    return conversion.get().apply(conversion.wire().cast(held));
  }

  @Override
  public Integer toInt(P value, Schema schema, LogicalType type) {
    return (Integer) put(value);
  }

  @Override
  public P fromInt(Integer value, Schema schema, LogicalType type) {
    return get(value);
  }

  @Override
  public Long toLong(P value, Schema schema, LogicalType type) {
    return (Long) put(value);
  }

  @Override
  public P fromLong(Long value, Schema schema, LogicalType type) {
    return get(value);
  }

  @Override
  public CharSequence toCharSequence(P value, Schema schema, LogicalType type) {
    return (String) put(value);
  }

  @Override
  public P fromCharSequence(CharSequence value, Schema schema, LogicalType type) {
    return get(value.toString());
  }

  @Override
  public ByteBuffer toBytes(P value, Schema schema, LogicalType type) {
    return ByteBuffer.wrap((byte[]) put(value));
  }

  @Override
  public P fromBytes(ByteBuffer value, Schema schema, LogicalType type) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return get(bytes);
  }
}
