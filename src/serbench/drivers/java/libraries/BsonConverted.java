package serbench.codecs;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.UuidRepresentation;
import org.bson.codecs.Codec;
import org.bson.codecs.CollectionCodecProvider;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.MapCodecProvider;
import org.bson.codecs.UuidCodecProvider;
import org.bson.codecs.ValueCodecProvider;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.jsr310.Jsr310CodecProvider;
import org.bson.codecs.pojo.ClassModelBuilder;
import org.bson.codecs.pojo.Convention;
import org.bson.codecs.pojo.Conventions;
import org.bson.codecs.pojo.PojoCodecProvider;
import org.bson.codecs.pojo.PropertyAccessor;
import org.bson.codecs.pojo.PropertyModelBuilder;
import serbench.driver.Told;
import serbench.driver.Values;
import serbench.logical.Conversion;

/**
 * Gives fields of logical types codecs of their own, since the driver's would cut times to
 * milliseconds, and decimals end at 34 digits: a codec for a class does not know a field's unit. A
 * field that tells absent from null is what its record holds.
 */
final class BsonConverted implements Convention {
  private static final CodecRegistry PLAIN =
      CodecRegistries.fromProviders(new ValueCodecProvider());

  private final Values<?> values;

  private BsonConverted(Values<?> values) {
    this.values = values;
  }

  /** Of plain values, by the driver's codec of POJOs. */
  static CodecRegistry registry(Values<?> values) {
    // Without the convention that renames `id` to `_id`: names stay those of the data.
    PojoCodecProvider pojo =
        PojoCodecProvider.builder()
            .register(values.types().toArray(Class<?>[]::new))
            .conventions(List.of(Conventions.ANNOTATION_CONVENTION, new BsonConverted(values)))
            .build();
    return CodecRegistries.fromProviders(
        new ToldCodecs(values),
        // Before the next one, whose UUIDs have no representation.
        new UuidCodecProvider(UuidRepresentation.STANDARD),
        new ValueCodecProvider(),
        new EnumCodecProvider(),
        new CollectionCodecProvider(),
        new MapCodecProvider(),
        new Jsr310CodecProvider(),
        pojo);
  }

  /** What the driver's codecs make of a leaf, as a field's codec takes it. */
  static Object held(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> value.asInt32().getValue();
      case INT64 -> value.asInt64().getValue();
      case STRING -> value.asString().getValue();
      case DATE_TIME -> Instant.ofEpochMilli(value.asDateTime().getValue());
      default -> {
        BsonBinary binary = value.asBinary();
        boolean isUuid = binary.getType() == BsonBinarySubType.UUID_STANDARD.getValue();
        yield isUuid ? binary.asUuid() : binary.getData();
      }
    };
  }

  @Override
  public void apply(ClassModelBuilder<?> model) {
    for (PropertyModelBuilder<?> property : model.getPropertyModelBuilders()) {
      Type type = type(model.getType(), property.getName());
      Conversion<?, ?> found = values.conversion(model.getType(), property.getName());
      if (found != null) {
        set(property, of(type, new Leaf<>(found)));
      }
      values.told().stream()
          .filter(told -> told.record() == type)
          .forEach(told -> setNull(property, told));
    }
  }

  /** The driver asks no codec what null stands for. */
  @SuppressWarnings("unchecked") // a property of such records
  private static <T, R> void setNull(PropertyModelBuilder<T> property, Told<R, ?> told) {
    PropertyAccessor<T> accessor = property.getPropertyAccessor();
    property.propertyAccessor(
        new PropertyAccessor<T>() {
          @Override
          public <S> T get(S pojo) {
            return accessor.get(pojo);
          }

          @Override
          public <S> void set(S pojo, T value) {
            accessor.set(pojo, value == null ? (T) told.make().apply(null) : value);
          }
        });
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a codec of the property's type
  private static void set(PropertyModelBuilder<?> property, Codec<?> codec) {
    ((PropertyModelBuilder) property).codec(codec);
  }

  private static Type type(Class<?> of, String name) {
    try {
      Field field = of.getField(name);
      return field.getGenericType();
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  private static Codec<?> of(Type type, Codec<?> leaf) {
    if (!(type instanceof ParameterizedType container)) {
      return leaf;
    }
    Type[] arguments = container.getActualTypeArguments();
    Codec<?> item = of(arguments[arguments.length - 1], leaf);
    return container.getRawType() == List.class ? new Items<>(item) : new Entries<>(item);
  }

  private static <T> void put(BsonWriter out, T value, Codec<T> codec, EncoderContext context) {
    if (value == null) {
      out.writeNull();
    } else {
      codec.encode(out, value, context);
    }
  }

  private static <T> T get(BsonReader in, Codec<T> codec, DecoderContext context) {
    if (in.getCurrentBsonType() == BsonType.NULL) {
      in.readNull();
      return null;
    }
    return codec.decode(in, context);
  }

  /** Codecs of records of which only what they hold is written. */
  private record ToldCodecs(Values<?> values) implements CodecProvider {
    @Override
    @SuppressWarnings("unchecked") // of the record's own class
    public <X> Codec<X> get(Class<X> type, CodecRegistry registry) {
      for (Told<?, ?> told : values.told()) {
        if (told.record() == type) {
          return (Codec<X>) of(told, registry);
        }
      }
      return null;
    }

    @SuppressWarnings("unchecked") // of the type that the record holds
    private <R, T> Codec<R> of(Told<R, T> told, CodecRegistry registry) {
      String field = told.record().getFields()[0].getName();
      Conversion<?, ?> found = values.conversion(told.record(), field);
      Codec<?> value =
          found == null
              ? find(told.type(), registry)
              : BsonConverted.of(told.type(), new Leaf<>(found));
      return new ToldCodec<>(told, (Codec<T>) value);
    }

    private static Codec<?> find(Type type, CodecRegistry registry) {
      return type instanceof ParameterizedType container
          ? registry.get(
              (Class<?>) container.getRawType(), List.of(container.getActualTypeArguments()))
          : registry.get((Class<?>) type);
    }
  }

  private record ToldCodec<R, T>(Told<R, T> told, Codec<T> value) implements Codec<R> {
    @Override
    public void encode(BsonWriter out, R held, EncoderContext context) {
      put(out, told.get().apply(held), value, context);
    }

    @Override
    public R decode(BsonReader in, DecoderContext context) {
      return told.make().apply(value.decode(in, context));
    }

    @Override
    public Class<R> getEncoderClass() {
      return told.record();
    }
  }

  private static final class Leaf<P, W> implements Codec<P> {
    private final Conversion<P, W> conversion;
    private final Codec<W> codec;

    Leaf(Conversion<P, W> conversion) {
      this.conversion = conversion;
      codec = PLAIN.get(conversion.wire());
    }

    @Override
    public void encode(BsonWriter out, P value, EncoderContext context) {
      codec.encode(out, conversion.put().apply(value), context);
    }

    @Override
    public P decode(BsonReader in, DecoderContext context) {
      return conversion.get().apply(codec.decode(in, context));
    }

    @Override
    public Class<P> getEncoderClass() {
      return conversion.plain();
    }
  }

  private record Items<T>(Codec<T> item) implements Codec<List<T>> {
    @Override
    public void encode(BsonWriter out, List<T> list, EncoderContext context) {
      out.writeStartArray();
      list.forEach(value -> put(out, value, item, context));
      out.writeEndArray();
    }

    @Override
    public List<T> decode(BsonReader in, DecoderContext context) {
      List<T> list = new ArrayList<>();
      in.readStartArray();
      while (in.readBsonType() != BsonType.END_OF_DOCUMENT) {
        list.add(get(in, item, context));
      }
      in.readEndArray();
      return list;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<List<T>> getEncoderClass() {
      return (Class) List.class;
    }
  }

  private record Entries<T>(Codec<T> value) implements Codec<Map<String, T>> {
    @Override
    public void encode(BsonWriter out, Map<String, T> map, EncoderContext context) {
      out.writeStartDocument();
      for (Map.Entry<String, T> entry : map.entrySet()) {
        out.writeName(entry.getKey());
        put(out, entry.getValue(), value, context);
      }
      out.writeEndDocument();
    }

    @Override
    public Map<String, T> decode(BsonReader in, DecoderContext context) {
      Map<String, T> map = new LinkedHashMap<>();
      in.readStartDocument();
      while (in.readBsonType() != BsonType.END_OF_DOCUMENT) {
        String key = in.readName();
        map.put(key, get(in, value, context));
      }
      in.readEndDocument();
      return map;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<Map<String, T>> getEncoderClass() {
      return (Class) Map.class;
    }
  }
}
