package serbench.driver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.JsonParseException;
import java.io.IOException;
import java.math.BigInteger;

/** Reads canonical values, and nothing but them. Its errors say where in the value they are. */
public final class JsonReader {
  /** Values may be large and nested deep; the limits guard servers. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final BigInteger U64_END = BigInteger.ONE.shiftLeft(64);

  private JsonParser parser;

  /** Reads the one value that the first `size` characters hold. */
  public <V> V read(Values<V> values, char[] text, int size) throws IOException {
    try (JsonParser opened = FACTORY.createParser(text, 0, size)) {
      parser = opened;
      parser.nextToken();
      V value = values.read(this);
      if (parser.nextToken() != null) {
        throw refusal("there is more after the value");
      }
      return value;
    }
  }

  /** Which fields were seen: all false. */
  public boolean[] startRecord(WireNames fields) throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    return new boolean[fields.size()];
  }

  /** The number of the next field, whose value comes next; -1 at the end of the record. */
  public int nextField(WireNames fields, boolean[] seen) throws IOException {
    if (parser.nextToken() == JsonToken.END_OBJECT) {
      for (int i = 0; i < seen.length; i++) {
        if (!seen[i]) {
          throw refusal("the field " + quoted(fields.name(i)) + " is missing");
        }
      }
      return -1;
    }
    String name = parser.currentName();
    int number = fields.number(name);
    if (number < 0) {
      throw refusal("there is no field " + quoted(name));
    }
    if (seen[number]) {
      throw refusal("the field " + quoted(name) + " stands twice");
    }
    seen[number] = true;
    parser.nextToken();
    return number;
  }

  public void startMap() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
  }

  /** The next key, whose value comes next; null at the end of the map. */
  public String nextKey() throws IOException {
    if (parser.nextToken() == JsonToken.END_OBJECT) {
      return null;
    }
    String key = parser.currentName();
    parser.nextToken();
    return key;
  }

  public void startList() throws IOException {
    expect(JsonToken.START_ARRAY, "a list");
  }

  /** Whether an item comes next, or the end of the list. */
  public boolean hasItem() throws IOException {
    return parser.nextToken() != JsonToken.END_ARRAY;
  }

  /** What comes next, which says which variant of a union it is. */
  public enum Shape {
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT,
    NULL
  }

  public Shape shape() {
    return switch (parser.currentToken()) {
      case VALUE_TRUE, VALUE_FALSE -> Shape.BOOLEAN;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Shape.NUMBER;
      case VALUE_STRING -> Shape.STRING;
      case START_ARRAY -> Shape.ARRAY;
      case START_OBJECT -> Shape.OBJECT;
      default -> Shape.NULL;
    };
  }

  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  public boolean bool() throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_TRUE) {
      return true;
    }
    expect(JsonToken.VALUE_FALSE, "a bool");
    return false;
  }

  public byte i8() throws IOException {
    return (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE, "an i8");
  }

  public short u8() throws IOException {
    return (short) integer(0, 0xff, "a u8");
  }

  public short i16() throws IOException {
    return (short) integer(Short.MIN_VALUE, Short.MAX_VALUE, "an i16");
  }

  public int u16() throws IOException {
    return (int) integer(0, 0xffff, "a u16");
  }

  public int i32() throws IOException {
    return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE, "an i32");
  }

  public long u32() throws IOException {
    return integer(0, 0xffffffffL, "a u32");
  }

  public long i64() throws IOException {
    return integer(Long.MIN_VALUE, Long.MAX_VALUE, "an i64");
  }

  /** Its bits: above the largest i64 the long is negative. */
  public long u64() throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "a u64");
    if (parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
        && parser.getLongValue() >= 0) {
      return parser.getLongValue();
    }
    BigInteger value = parser.getBigIntegerValue();
    if (value.signum() < 0 || value.compareTo(U64_END) >= 0) {
      throw refusal(value + " is not a u64");
    }
    return value.longValue();
  }

  private long integer(long low, long high, String what) throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, what);
    boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    if (!fits || parser.getLongValue() < low || parser.getLongValue() > high) {
      throw refusal(parser.getText() + " is not " + what);
    }
    return parser.getLongValue();
  }

  public double f64() throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      return switch (parser.getText()) {
        case "NaN" -> Double.NaN;
        case "Infinity" -> Double.POSITIVE_INFINITY;
        case "-Infinity" -> Double.NEGATIVE_INFINITY;
        default -> throw refusal(quoted(parser.getText()) + " is not a number");
      };
    }
    if (!parser.currentToken().isNumeric()) {
      throw refusal("this is not a number");
    }
    // By the text: an integer beyond 2^53 would be rounded twice on its way through a long.
    double value = Double.parseDouble(parser.getText());
    if (Double.isInfinite(value)) {
      throw refusal(parser.getText() + " is not an f64");
    }
    return value;
  }

  public float f32() throws IOException {
    double wide = f64();
    float value = (float) wide;
    if (Float.isInfinite(value) && !Double.isInfinite(wide)) {
      throw refusal(parser.getText() + " is not an f32");
    }
    return value;
  }

  public String string() throws IOException {
    expect(JsonToken.VALUE_STRING, "a string");
    return parser.getText();
  }

  public byte[] bytes() throws IOException {
    expect(JsonToken.VALUE_STRING, "base64");
    return parser.getBinaryValue();
  }

  /** The number of the symbol whose name comes next. */
  public int symbol(WireNames symbols) throws IOException {
    int number = symbols.number(string());
    if (number < 0) {
      throw refusal(quoted(parser.getText()) + " is not a symbol of the enum");
    }
    return number;
  }

  private void expect(JsonToken token, String what) throws IOException {
    if (parser.currentToken() != token) {
      throw refusal("this is not " + what);
    }
  }

  public IOException refusal(String cause) {
    return new JsonParseException(parser, located(cause));
  }

  /** Of a value that a class of Java has no room for. */
  IOException beyond(String value, String type, String of) {
    String cause = value + " is beyond " + of + ", as which Java holds " + type;
    return new BeyondClass(located(cause) + "; --plain-types measures it as a plain value");
  }

  private String located(String cause) {
    String path = parser.getParsingContext().pathAsPointer().toString();
    return cause + (path.isEmpty() ? "" : " (at " + path + ")");
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}
