package serbench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
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

/** The same codecs on the same values, walked over by JMH instead of the driver. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
  @Param("")
  public String codecClass;

  @Param("")
  public String valuesPath;

  private Codec<Object, Object, Object> codec;
  private List<Object> values;
  private byte[][] encoded;
  private final Buffer out = new Buffer();
  private final Kernel kernel = new Kernel();
  private long beforeNs;

  @Setup
  @SuppressWarnings("unchecked")
  public void open() throws Exception {
    Values<Object> ops =
        (Values<Object>) Class.forName("serbench.ops.Root").getDeclaredConstructor().newInstance();
    var constructor = Class.forName(codecClass).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    codec = (Codec<Object, Object, Object>) constructor.newInstance(ops);
    values = Files.readValues(ops, Path.of(valuesPath), 0);
    encoded = new byte[values.size()][];
    for (int i = 0; i < encoded.length; i++) {
      out.clear();
      codec.serialize(values.get(i), out);
      encoded[i] = out.copy();
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

  @Benchmark
  public void serialize(Blackhole hole) throws Exception {
    for (int i = 0; i < values.size(); i++) {
      out.clear();
      codec.serialize(values.get(i), out);
      hole.consume(out.size());
    }
  }

  @Benchmark
  public void deserialize(Blackhole hole) throws Exception {
    for (byte[] bytes : encoded) {
      hole.consume(codec.deserialize(bytes));
    }
  }
}
