package serbench.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
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
  public static final class Writer extends StdSerializer<Object> {
    private static final long serialVersionUID = 1L;

    Writer() {
      super(Object.class);
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
          out.writeFieldName((String) entry.getKey());
          serialize(entry.getValue(), out, provider);
        }
        out.writeEndObject();
      } else {
        out.writeNull();
      }
    }
  }

  /** Reads a number, or lists and maps of them. */
  public static final class Reader extends StdDeserializer<Object> {
    private static final long serialVersionUID = 1L;

    Reader() {
      super(Object.class);
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      switch (in.currentToken()) {
        case VALUE_NUMBER_INT:
          return number(in, context);
        case START_ARRAY:
          List<Object> list = new ArrayList<>();
          while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(deserialize(in, context));
          }
          return list;
        case START_OBJECT:
          Map<String, Object> map = new LinkedHashMap<>();
          for (String key; (key = in.nextFieldName()) != null; ) {
            in.nextToken();
            map.put(key, deserialize(in, context));
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
