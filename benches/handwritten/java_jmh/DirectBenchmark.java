package serbench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import serbench.data.Log;
import serbench.direct.Direct;

/** A library called by hand, on the values that serbench's driver has. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DirectBenchmark {
  /** As many as the driver fills at once, about. */
  private static final int CHUNK_VALUES = 10;

  @State(Scope.Thread)
  public static class Library {
    @Param("")
    public String directClass;

    @Param("")
    public String valuesPath;

    Direct<Object, Object> direct;
    List<Log> values;
    byte[][] encoded;
    private final Kernel kernel = new Kernel();
    private long beforeNs;

    @Setup
    @SuppressWarnings("unchecked")
    public void open() throws Exception {
      Values<Log> ops =
          (Values<Log>) Class.forName("serbench.ops.Root").getDeclaredConstructor().newInstance();
      var constructor = Class.forName(directClass).getDeclaredConstructor();
      constructor.setAccessible(true);
      direct = (Direct<Object, Object>) constructor.newInstance();
      values = Files.readValues(ops, Path.of(valuesPath), 0);
      encoded = new byte[values.size()][];
      CanonicalBytes canonical = new CanonicalBytes();
      long encodedBytes = 0;
      for (int i = 0; i < encoded.length; i++) {
        Log value = values.get(i);
        long digest = canonical.digest(ops, value);
        direct.serialize(value);
        prove(digest == canonical.digest(ops, direct.deserialize(direct.encoded())), i);
        direct.encode(direct.fill(value));
        encoded[i] = direct.encoded();
        prove(digest == canonical.digest(ops, direct.take(direct.decode(encoded[i]))), i);
        encodedBytes += encoded[i].length;
      }
      System.err.println("encoded_bytes " + encodedBytes);
    }

    private static void prove(boolean isEqual, int index) {
      if (!isEqual) {
        throw new IllegalStateException("value " + index + " did not survive");
      }
    }

    /** What the driver does before and after each of its samples, so that both are judged alike. */
    @Setup(Level.Iteration)
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration)
        throws IOException {
      if (iteration.getType() == IterationType.MEASUREMENT) {
        System.err.println("ready " + benchmark.getBenchmark());
        System.in.read(); // until it is this side's turn
      }
      YoungGeneration.empty();
      beforeNs = kernel.timeNs();
    }

    @TearDown(Level.Iteration)
    public void afterIteration(BenchmarkParams benchmark, IterationParams iteration) {
      long afterNs = kernel.timeNs();
      if (iteration.getType() == IterationType.MEASUREMENT) {
        System.err.println("kernel " + benchmark.getBenchmark() + " " + beforeNs + " " + afterNs);
      }
    }
  }

  /** Filled outside the time, a few at once, just before they are encoded. */
  @State(Scope.Thread)
  public static class Inputs {
    private final Object[] chunk = new Object[CHUNK_VALUES];
    private Direct<Object, Object> direct;
    private int next;

    @Setup(Level.Invocation)
    public void fill(Library library) throws Exception {
      direct = library.direct; // asked for beside these, JMH would make another library
      for (int i = 0; i < chunk.length; i++) {
        chunk[i] = direct.fill(library.values.get(next));
        next = next + 1 < library.values.size() ? next + 1 : 0;
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(CHUNK_VALUES)
  public void encode(Inputs inputs, Blackhole hole) throws Exception {
    for (Object input : inputs.chunk) {
      hole.consume(inputs.direct.encode(input));
    }
  }

  @Benchmark
  public void decode(Library library, Blackhole hole) throws Exception {
    for (byte[] bytes : library.encoded) {
      hole.consume(library.direct.decode(bytes));
    }
  }

  @Benchmark
  public void serialize(Library library, Blackhole hole) throws Exception {
    List<Log> values = library.values;
    for (int i = 0; i < values.size(); i++) {
      hole.consume(library.direct.serialize(values.get(i)));
    }
  }

  @Benchmark
  public void deserialize(Library library, Blackhole hole) throws Exception {
    for (byte[] bytes : library.encoded) {
      hole.consume(library.direct.deserialize(bytes));
    }
  }
}
