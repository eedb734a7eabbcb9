package serbench.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Unsigned numbers in a `long`, which Jackson by itself would write as negative ones. */
public final class U64 {
  private static final BigInteger END = BigInteger.ONE.shiftLeft(64);

  private U64() {}

  /** Writes a number, or lists and maps of them. */
  public static final class Writer extends StdSerializer<Object> implements ContextualSerializer {
    private static final long serialVersionUID = 1L;
    private static final KeyWriter KEYS = new KeyWriter();

    private final boolean hasKeys;

    Writer() {
      this(false);
    }

    private Writer(boolean hasKeys) {
      super(Object.class);
      this.hasKeys = hasKeys;
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, BeanProperty property) {
      JsonSerialize said = property == null ? null : property.getAnnotation(JsonSerialize.class);
      return new Writer(said != null && said.keyUsing() == KeyWriter.class);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (value instanceof Long number) {
        if (number >= 0) {
          out.writeNumber(number);
        } else {
          out.writeNumber(new BigInteger(Long.toUnsignedString(number)));
        }
      } else if (value instanceof List<?> list) {
        out.writeStartArray(value, list.size());
        for (Object item : list) {
          serialize(item, out, provider);
        }
        out.writeEndArray();
      } else if (value instanceof Map<?, ?> map) {
        out.writeStartObject(value, map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          if (hasKeys) {
            KEYS.serialize(entry.getKey(), out, provider);
          } else if (entry.getKey() instanceof String key) {
            out.writeFieldName(key);
          } else {
            KeyWriter.asItIs(entry.getKey(), out, provider);
          }
          serialize(entry.getValue(), out, provider);
        }
        out.writeEndObject();
      } else {
        out.writeNull();
      }
    }
  }

  /** Writes the keys of all maps in a field: Jackson applies an annotation of a field to each. */
  public static final class KeyWriter extends StdSerializer<Object> {
    private static final long serialVersionUID = 1L;

    KeyWriter() {
      super(Object.class);
    }

    @Override
    public void serialize(Object key, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (key instanceof Long number) {
        out.writeFieldName(Long.toUnsignedString(number));
      } else {
        asItIs(key, out, provider);
      }
    }

    static void asItIs(Object key, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      provider.findKeySerializer(key.getClass(), null).serialize(key, out, provider);
    }
  }

  /** Reads `Long` keys, signed or not: Jackson applies an annotation to the outermost map alone. */
  static SimpleModule keys() {
    return new SimpleModule("u64-keys").addKeyDeserializer(Long.class, new KeyReader());
  }

  private static final class KeyReader extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) throws IOException {
      try {
        return key.startsWith("-") ? Long.parseLong(key) : Long.parseUnsignedLong(key);
      } catch (NumberFormatException e) {
        return context.handleWeirdKey(Long.class, key, "it is no integer of 64 bits");
      }
    }
  }

  /** Reads a number, or lists and maps of them. */
  public static final class Reader extends StdDeserializer<Object>
      implements ContextualDeserializer {
    private static final long serialVersionUID = 1L;

    private final transient JavaType type; // null of what has no keys but text

    Reader() {
      this(null);
    }

    private Reader(JavaType type) {
      super(Object.class);
      this.type = type;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) {
      return new Reader(property == null ? null : property.getType());
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return read(in, context, type);
    }

    private static Object read(JsonParser in, DeserializationContext context, JavaType type)
        throws IOException {
      JavaType held = type == null ? null : type.getContentType();
      switch (in.currentToken()) {
        case VALUE_NUMBER_INT:
          return number(in, context);
        case START_ARRAY:
          List<Object> list = new ArrayList<>();
          while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(read(in, context, held));
          }
          return list;
        case START_OBJECT:
          boolean isText = type == null || type.getKeyType().hasRawClass(String.class);
          KeyDeserializer keys =
              isText ? null : context.findKeyDeserializer(type.getKeyType(), null);
          Map<Object, Object> map = new LinkedHashMap<>();
          for (String key; (key = in.nextFieldName()) != null; ) {
            in.nextToken();
            map.put(isText ? key : keys.deserializeKey(key, context), read(in, context, held));
          }
          return map;
        case VALUE_NULL:
          return null;
        default:
          return context.handleUnexpectedToken(Long.class, in);
      }
    }

    private static Long number(JsonParser in, DeserializationContext context) throws IOException {
      if (in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
        return in.getLongValue();
      }
      BigInteger value = in.getBigIntegerValue();
      if (value.signum() < 0 || value.compareTo(END) >= 0) {
        return (Long) context.handleWeirdNumberValue(Long.class, value, "it is not a u64");
      }
      return value.longValue();
    }
  }
}
