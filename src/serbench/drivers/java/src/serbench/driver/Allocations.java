package serbench.driver;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Counts what a walk allocates. Bytes come from the thread's own counter. Objects are counted as
 * the growth of the heap's histogram, dead objects included, over walks during which nothing was
 * collected. The virtual machine adds a few of its own (fillers at the ends of allocation buffers,
 * the histogram's text): so small a working set is walked many times that they round away.
 */
final class Allocations {
  record Count(long objects, long bytes) {}

  private static final int TRIES = 4;
  private static final int ALIKE = 3;
  private static final int MOST_REPEATS = 12;
  private static final long MOST_PASSES = 200;

  /** Of walks that are metered pass by pass: each of them takes two histograms of the heap. */
  private static final long MOST_METERED_PASSES = 8;

  /** Far less than the youngest generation of the default heap holds. */
  private static final long MOST_BYTES = 32 << 20;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName diagnostics;

  Allocations() {
    try {
      diagnostics = new ObjectName("com.sun.management:type=DiagnosticCommand");
    } catch (JMException e) {
      throw new AssertionError(e); // the name is well formed
    }
  }

  /**
   * The count of one pass; 0 objects if not even one pass can be made without a collection. Counted
   * again until it stays the same, since the compiler does away with objects that do not escape.
   */
  Count count(Walk walk, boolean metersEachPass) throws Refusal {
    long roughly = measured(walk, 1).bytes;
    long most = metersEachPass ? MOST_METERED_PASSES : MOST_PASSES;
    long passes = Math.max(1, Math.min(most, MOST_BYTES / Math.max(1, roughly)));
    Count nothing = measured((n, meter) -> bracket(meter, n), metersEachPass ? passes : 1);
    Count now = perPass(measured(walk, passes), nothing, passes);
    int alike = 1;
    for (int i = 0; i < MOST_REPEATS && alike < ALIKE; i++) {
      Count next = perPass(measured(walk, passes), nothing, passes);
      alike = next.equals(now) ? alike + 1 : 1;
      now = next;
    }
    return now;
  }

  private static Count perPass(Count all, Count nothing, long passes) {
    return new Count(
        Math.round((double) Math.max(0, all.objects - nothing.objects) / passes),
        Math.round((double) Math.max(0, all.bytes - nothing.bytes) / passes));
  }

  private static void bracket(Meter meter, long times) {
    for (long i = 0; i < times; i++) {
      meter.start();
      meter.stop();
    }
  }

  private Count measured(Walk walk, long passes) throws Refusal {
    Span span = new Span();
    for (int attempt = 0; attempt < TRIES; attempt++) {
      span = new Span();
      System.gc(); // room for the walk
      long collections = Process.collections();
      walk.run(passes, span);
      if (Process.collections() == collections) {
        return new Count(span.objects(), span.bytes);
      }
    }
    return new Count(0, span.bytes); // not one walk without a collection
  }

  /** Reads the histograms only at the end: that allocates thousands of objects itself. */
  private final class Span implements Meter {
    private final List<String> before = new ArrayList<>();
    private final List<String> after = new ArrayList<>();
    long bytes;

    @Override
    public void start() {
      before.add(histogram());
      bytes -= threads.getCurrentThreadAllocatedBytes();
    }

    @Override
    public void stop() {
      bytes += threads.getCurrentThreadAllocatedBytes();
      after.add(histogram());
    }

    long objects() {
      return after.stream().mapToLong(Allocations::objects).sum()
          - before.stream().mapToLong(Allocations::objects).sum();
    }
  }

  /** Of every object there is, reachable or not. */
  private String histogram() {
    try {
      Object[] arguments = {new String[] {"-all"}};
      String[] types = {String[].class.getName()};
      return (String) server.invoke(diagnostics, "gcClassHistogram", arguments, types);
    } catch (JMException e) {
      throw new IllegalStateException("the heap's histogram is not to be had: " + e.getMessage());
    }
  }

  private static long objects(String histogram) {
    long objects = 0;
    for (String line : histogram.split("\n")) {
      String[] words = line.strip().split("\\s+"); // "1:  4711  376880  java.lang.String (...)"
      if (words.length >= 4 && words[0].endsWith(":")) {
        objects += Long.parseLong(words[1]);
      }
    }
    return objects;
  }
}
