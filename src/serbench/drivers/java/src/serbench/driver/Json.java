package serbench.driver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests and replies: JSON objects on a line. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** The members whose values are strings, integers, booleans or lists of strings, as asked for. */
  static Request request(String line) throws Refusal {
    Map<String, Object> members = new HashMap<>();
    try (JsonParser parser = FACTORY.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw Refusal.badRequest("not a request: it is not an object");
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        switch (parser.nextToken()) {
          case VALUE_STRING -> members.put(name, parser.getText());
          case VALUE_NUMBER_INT -> members.put(name, parser.getLongValue());
          case VALUE_TRUE, VALUE_FALSE -> members.put(name, parser.getBooleanValue());
          case START_ARRAY -> members.put(name, texts(parser));
          default -> parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw Refusal.badRequest("not a request: there is more after the object");
      }
    } catch (IOException e) {
      throw Refusal.badRequest("not a request: " + Refusal.describe(e).lines().findFirst().get());
    }
    return new Request(members);
  }

  /** Of a list, the items that are strings. */
  private static List<String> texts(JsonParser parser) throws IOException {
    List<String> texts = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        texts.add(parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    return texts;
  }

  static String text(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      write(value, out);
    } catch (IOException e) {
      throw new AssertionError(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator out) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.writeFieldName((String) entry.getKey());
        write(entry.getValue(), out);
      }
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      for (Object item : list) {
        write(item, out);
      }
      out.writeEndArray();
    } else if (value instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (value instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      out.writeString((String) value);
    }
  }
}
