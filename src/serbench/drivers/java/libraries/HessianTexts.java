package serbench.codecs;

import com.caucho.hessian.io.AbstractSerializerFactory;
import com.caucho.hessian.io.AbstractStringValueDeserializer;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.Serializer;
import com.caucho.hessian.io.StringValueSerializer;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Writes values of these classes as objects of one field, their text, as Hessian itself writes
 * decimals. It has nothing for them, and may not look into the JDK's classes.
 */
final class HessianTexts extends AbstractSerializerFactory {
  private static final Serializer WRITER = new StringValueSerializer();
  private static final Map<Class<?>, Deserializer> READERS = new HashMap<>();

  static {
    add(LocalDate.class, LocalDate::parse);
    add(LocalTime.class, LocalTime::parse);
    add(LocalDateTime.class, LocalDateTime::parse);
    add(Instant.class, Instant::parse);
    add(OffsetDateTime.class, OffsetDateTime::parse);
    add(Duration.class, Duration::parse);
    add(BigInteger.class, BigInteger::new);
    add(UUID.class, UUID::fromString);
  }

  private static <T> void add(Class<T> type, Function<String, T> parse) {
    READERS.put(type, new Reader<>(type, parse));
  }

  @Override
  @SuppressWarnings("rawtypes") // as it is declared
  public Serializer getSerializer(Class type) {
    return READERS.containsKey(type) ? WRITER : null;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Deserializer getDeserializer(Class type) {
    return READERS.get(type);
  }

  private static final class Reader<T> extends AbstractStringValueDeserializer {
    private final Class<T> type;
    private final Function<String, T> parse;

    Reader(Class<T> type, Function<String, T> parse) {
      this.type = type;
      this.parse = parse;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class getType() {
      return type;
    }

    @Override
    protected Object create(String text) {
      return parse.apply(text);
    }
  }
}
