package serbench.codecs;

import io.protostuff.Input;
import io.protostuff.Output;
import io.protostuff.Pipe;
import io.protostuff.WireFormat.FieldType;
import io.protostuff.runtime.DefaultIdStrategy;
import io.protostuff.runtime.Delegate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Function;
import serbench.logical.Bytes;

/** Delegates of classes that protostuff has none for, and into which it may not look: bytes. */
final class ProtostuffDelegates {
  private ProtostuffDelegates() {}

  static void addTo(DefaultIdStrategy strategy) {
    add(strategy, UUID.class, Bytes::bytes, Bytes::uuid);
    add(
        strategy,
        LocalDate.class,
        v -> ByteBuffer.allocate(8).putLong(v.toEpochDay()).array(),
        bytes -> LocalDate.ofEpochDay(ByteBuffer.wrap(bytes).getLong()));
    add(
        strategy,
        LocalTime.class,
        v -> ByteBuffer.allocate(8).putLong(v.toNanoOfDay()).array(),
        bytes -> LocalTime.ofNanoOfDay(ByteBuffer.wrap(bytes).getLong()));
    add(
        strategy,
        Instant.class,
        v -> seconds(12, v.getEpochSecond(), v.getNano()).array(),
        bytes -> {
          ByteBuffer from = ByteBuffer.wrap(bytes);
          return Instant.ofEpochSecond(from.getLong(), from.getInt());
        });
    add(
        strategy,
        Duration.class,
        v -> seconds(12, v.getSeconds(), v.getNano()).array(),
        bytes -> {
          ByteBuffer from = ByteBuffer.wrap(bytes);
          return Duration.ofSeconds(from.getLong(), from.getInt());
        });
    add(
        strategy,
        LocalDateTime.class,
        v -> seconds(12, v.toEpochSecond(ZoneOffset.UTC), v.getNano()).array(),
        bytes -> local(ByteBuffer.wrap(bytes)));
    add(
        strategy,
        OffsetDateTime.class,
        v ->
            seconds(16, v.toLocalDateTime().toEpochSecond(ZoneOffset.UTC), v.getNano())
                .putInt(v.getOffset().getTotalSeconds())
                .array(),
        bytes -> {
          ByteBuffer from = ByteBuffer.wrap(bytes);
          return OffsetDateTime.of(local(from), ZoneOffset.ofTotalSeconds(from.getInt()));
        });
  }

  private static ByteBuffer seconds(int size, long seconds, int nanos) {
    return ByteBuffer.allocate(size).putLong(seconds).putInt(nanos);
  }

  private static LocalDateTime local(ByteBuffer from) {
    return LocalDateTime.ofEpochSecond(from.getLong(), from.getInt(), ZoneOffset.UTC);
  }

  private static <T> void add(
      DefaultIdStrategy strategy,
      Class<T> type,
      Function<T, byte[]> write,
      Function<byte[], T> read) {
    strategy.registerDelegate(new OfBytes<>(type, write, read));
  }

  private record OfBytes<T>(Class<T> type, Function<T, byte[]> write, Function<byte[], T> read)
      implements Delegate<T> {
    @Override
    public FieldType getFieldType() {
      return FieldType.BYTES;
    }

    @Override
    public T readFrom(Input input) throws IOException {
      return read.apply(input.readByteArray());
    }

    @Override
    public void writeTo(Output output, int number, T value, boolean repeated)
        throws IOException {
      output.writeByteArray(number, write.apply(value), repeated);
    }

    @Override
    public void transfer(Pipe pipe, Input input, Output output, int number, boolean repeated)
        throws IOException {
      input.transferByteRangeTo(output, false, number, repeated);
    }

    @Override
    public Class<?> typeClass() {
      return type;
    }
  }
}
