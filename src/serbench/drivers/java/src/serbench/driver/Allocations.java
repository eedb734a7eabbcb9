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
  /** `isCollected` if there was a collection, and objects could not be counted. */
  record Count(long objects, long bytes, boolean isCollected) {
    Count(long objects, long bytes) {
      this(objects, bytes, false);
    }

    Count plus(Count other) {
      return new Count(objects + other.objects, bytes + other.bytes);
    }
  }

  private static final int TRIES = 4;
  private static final int ALIKE = 3;
  private static final int MOST_REPEATS = 12;
  private static final long MOST_PASSES = 200;

  /** Of walks that are metered pass by pass: each of them takes two histograms of the heap. */
  private static final long MOST_METERED_PASSES = 8;

  /** A third of the default young generation: histograms lie there too. */
  private static final long MOST_BYTES = 5 << 20;

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

  /** A walk over some values of the working set. */
  interface Part {
    void run(int from, int to, long passes, Meter meter) throws Refusal;
  }

  /**
   * The count of one pass over so many values; what one of them allocates counts no objects if it
   * takes a collection. Counted again until it stays the same, since the compiler does away with
   * objects that do not escape; not where a pass allocates so much that it is counted in parts.
   */
  Count count(Part walk, int size, boolean metersEachPass) throws Refusal {
    long roughly = measured(walk, 0, size, 1, 1).bytes;
    if (roughly > MOST_BYTES) {
      int each = (int) Math.max(1, size * MOST_BYTES / roughly);
      Count sum = new Count(0, 0);
      for (int from = 0; from < size; from += each) {
        sum = sum.plus(inParts(walk, from, Math.min(size, from + each)));
      }
      return sum;
    }
    long most = metersEachPass ? MOST_METERED_PASSES : MOST_PASSES;
    long passes = Math.max(1, Math.min(most, MOST_BYTES / Math.max(1, roughly)));
    Count nothing = nothing(metersEachPass ? passes : 1);
    Count now = perPass(measured(walk, 0, size, passes, TRIES), nothing, passes);
    int alike = 1;
    for (int i = 0; i < MOST_REPEATS && alike < ALIKE; i++) {
      Count next = perPass(measured(walk, 0, size, passes, TRIES), nothing, passes);
      alike = next.equals(now) ? alike + 1 : 1;
      now = next;
    }
    return now;
  }

  /** One pass, halved until nothing is collected during a half. */
  private Count inParts(Part walk, int from, int to) throws Refusal {
    Count count = measured(walk, from, to, 1, 1);
    if (!count.isCollected || to - from == 1) {
      return perPass(count, nothing(1), 1);
    }
    int middle = (from + to) / 2;
    return inParts(walk, from, middle).plus(inParts(walk, middle, to));
  }

  /** What counting itself allocates. */
  private Count nothing(long spans) throws Refusal {
    return measured((from, to, passes, meter) -> bracket(meter, spans), 0, 0, 1, TRIES);
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

  private Count measured(Part walk, int from, int to, long passes, int tries) throws Refusal {
    Span span = new Span();
    for (int attempt = 0; attempt < tries; attempt++) {
      span = new Span();
      System.gc(); // room for the walk
      long collections = Process.collections();
      walk.run(from, to, passes, span);
      if (Process.collections() == collections) {
        return new Count(span.objects(), span.bytes);
      }
    }
    return new Count(0, span.bytes, true);
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

    @Override
    public boolean isDear() {
      return true;
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
