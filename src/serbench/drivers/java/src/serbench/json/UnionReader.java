package serbench.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads a union, whose variant is what the value is in JSON. Jackson's own polymorphism wants a tag,
 * or fields to deduce it from: https://github.com/FasterXML/jackson-docs/wiki/JacksonPolymorphicDeserialization
 */
public abstract class UnionReader<T> extends StdDeserializer<T> implements ResolvableDeserializer {
  private static final long serialVersionUID = 1L;

  /** What a value is in JSON. */
  protected enum Shape {
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT
  }

  /** A variant's type with what it is made of. */
  protected abstract static class Type<V> extends TypeReference<V> {}

  private static final class Variant<T> {
    final Type<?> type;
    final Function<Object, T> make;
    JsonDeserializer<?> reader;

    Variant(Type<?> type, Function<Object, T> make, JsonDeserializer<?> reader) {
      this.type = type;
      this.make = make;
      this.reader = reader;
    }
  }

  private final transient Map<Shape, Variant<T>> variants = new EnumMap<>(Shape.class);

  protected UnionReader(Class<T> union) {
    super(union);
  }

  protected final <V> void variant(Shape shape, Type<V> type, Function<V, T> make) {
    variants.put(shape, new Variant<>(type, unchecked(make), null));
  }

  /** Of unsigned numbers, or lists and maps of them. */
  protected final <V> void u64(Shape shape, Type<V> type, Function<V, T> make) {
    variants.put(shape, new Variant<>(type, unchecked(make), new U64.Reader()));
  }

  @SuppressWarnings("unchecked") // its reader makes values of its type
  private static <V, T> Function<Object, T> unchecked(Function<V, T> make) {
    return (Function<Object, T>) make;
  }

  @Override
  public void resolve(DeserializationContext context) throws JsonMappingException {
    for (Variant<T> variant : variants.values()) {
      if (variant.reader == null) {
        variant.reader =
            context.findRootValueDeserializer(context.constructType(variant.type.getType()));
      }
    }
  }

  @Override
  public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
    Variant<T> variant = variants.get(shape(in.currentToken()));
    if (variant == null) {
      return handledType().cast(context.handleUnexpectedToken(handledType(), in));
    }
    return variant.make.apply(variant.reader.deserialize(in, context));
  }

  @Override
  @SuppressWarnings("unchecked") // as the constructor was told
  public Class<T> handledType() {
    return (Class<T>) super.handledType();
  }

  private static Shape shape(JsonToken token) {
    return switch (token) {
      case VALUE_TRUE, VALUE_FALSE -> Shape.BOOLEAN;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Shape.NUMBER;
      // Bytes, in binary formats.
      case VALUE_STRING, VALUE_EMBEDDED_OBJECT -> Shape.STRING;
      case START_ARRAY -> Shape.ARRAY;
      case START_OBJECT -> Shape.OBJECT;
      default -> null;
    };
  }
}
