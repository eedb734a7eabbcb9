package serbench.driver;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Counts what a walk allocates. Bytes come from the thread's own counter. Objects are counted as the
 * growth of the heap's histogram, dead objects included, over walks during which nothing was
 * collected. The virtual machine adds a few of its own (fillers at the ends of allocation buffers,
 * the histogram's text): so small a working set is walked many times that they round away.
 */
final class Allocations {
  record Count(long objects, long bytes) {}

  interface Walk {
    void run(long passes, Meter meter) throws Refusal;
  }

  private static final int TRIES = 4;
  private static final long MOST_PASSES = 200;

  /** Far less than the youngest generation of the default heap holds. */
  private static final long MOST_BYTES = 32 << 20;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  /** The count of one pass; 0 objects if not even one pass can be made without a collection. */
  Count count(Walk walk) throws Refusal {
    long roughly = measured(walk, 1).bytes;
    long passes = Math.max(1, Math.min(MOST_PASSES, MOST_BYTES / Math.max(1, roughly)));
    Count nothing = measured((n, meter) -> bracket(meter), 1);
    Count all = measured(walk, passes);
    return new Count(
        Math.round((double) Math.max(0, all.objects - nothing.objects) / passes),
        Math.round((double) Math.max(0, all.bytes - nothing.bytes) / passes));
  }

  private static void bracket(Meter meter) {
    meter.start();
    meter.stop();
  }

  private Count measured(Walk walk, long passes) throws Refusal {
    Span span = new Span();
    for (int attempt = 0; attempt < TRIES; attempt++) {
      span = new Span();
      System.gc(); // room for the walk
      long collections = collections();
      walk.run(passes, span);
      if (collections() == collections) {
        return new Count(span.objects, span.bytes);
      }
    }
    return new Count(0, span.bytes);
  }

  private final class Span implements Meter {
    long objects;
    long bytes;

    @Override
    public void start() {
      objects -= objectsOnHeap();
      bytes -= threads.getCurrentThreadAllocatedBytes();
    }

    @Override
    public void stop() {
      bytes += threads.getCurrentThreadAllocatedBytes();
      objects += objectsOnHeap();
    }
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  /** Every object there is, reachable or not. */
  private long objectsOnHeap() {
    String histogram;
    try {
      histogram =
          (String)
              server.invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[] {"-all"}},
                  new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException("the heap's histogram is not to be had: " + e.getMessage());
    }
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
