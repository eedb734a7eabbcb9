package serbench.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import serbench.driver.Values;
import serbench.logical.Conversion;

/**
 * Logical types as the plain scalars that a format's convention says: for a format of whose own Jackson
 * has no exact ones. Serializers learn the field, and with it the unit, when they are made for it.
 */
public final class Converted {
  private Converted() {}

  public static SimpleModule module(Values<?> values) {
    SimpleModule module = new SimpleModule("converted");
    values.logical().forEach(type -> add(module, type, values));
    return module;
  }

  private static <P> void add(SimpleModule module, Class<P> type, Values<?> values) {
    module.addSerializer(type, new Writer<>(type, values, null));
    module.addDeserializer(type, new Reader<>(type, values, null));
  }

  @SuppressWarnings("unchecked") // a field's conversion is that of its class
  private static <P> Conversion<P, Object> of(Values<?> values, BeanProperty property) {
    var field = property.getMember();
    return (Conversion<P, Object>) values.conversion(field.getDeclaringClass(), field.getName());
  }

  @SuppressWarnings("serial") // no mapper is serialized
  private static final class Writer<P> extends StdSerializer<P> implements ContextualSerializer {
    private final Values<?> values;
    private final Conversion<P, Object> conversion;

    Writer(Class<P> type, Values<?> values, Conversion<P, Object> conversion) {
      super(type);
      this.values = values;
      this.conversion = conversion;
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, BeanProperty property) {
      return new Writer<>(handledType(), values, Converted.<P>of(values, property));
    }

    @Override
    public void serialize(P value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      Object held = conversion.put().apply(value);
      if (held instanceof Long number) {
        out.writeNumber(number);
      } else if (held instanceof Integer number) {
        out.writeNumber(number);
      } else if (held instanceof String text) {
        out.writeString(text);
      } else {
        out.writeBinary((byte[]) held);
      }
    }
  }

  @SuppressWarnings("serial")
  private static final class Reader<P> extends StdDeserializer<P>
      implements ContextualDeserializer {
    private final Class<P> type;
    private final Values<?> values;
    private final Conversion<P, Object> conversion;

    Reader(Class<P> type, Values<?> values, Conversion<P, Object> conversion) {
      super(type);
      this.type = type;
      this.values = values;
      this.conversion = conversion;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) {
      return new Reader<>(type, values, Converted.<P>of(values, property));
    }

    @Override
    public P deserialize(JsonParser in, DeserializationContext context) throws IOException {
      Class<?> wire = conversion.wire();
      if (wire == Long.class) {
        return conversion.get().apply(in.getLongValue());
      }
      if (wire == Integer.class) {
        return conversion.get().apply(in.getIntValue());
      }
      return conversion.get().apply(wire == String.class ? in.getText() : in.getBinaryValue());
    }
  }
}
