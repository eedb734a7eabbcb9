package serbench.driver;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Runs operations until the compiler has nothing left to do for them. They take turns, so that each
 * is compiled with the types that the others bring to the code they share: one after the other,
 * the last would undo what was compiled for the first. Quiet is counted in the thread's own time,
 * which neighbours do not use up.
 */
final class WarmUp {
  private static final long TURN_NS = 5_000_000;

  /** As long as the batches that are measured: a loop that never went round is compiled as none. */
  private static final long WALK_NS = 1_500_000;

  private static final long QUIET_NS = 100_000_000;
  private static final long QUIET_AT_MOST_NS = 400_000_000;

  /** HotSpot's Tier4CompileThreshold: after as many calls at the latest it compiles once more. */
  private static final long QUIET_ITEMS = 15_000;

  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private WarmUp() {}

  /** How long the compiler was at work since the start. */
  static long compilingNs() {
    return COMPILER.getTotalCompilationTime() * 1_000_000;
  }

  /** Whether all became steady within the budget; each has at least one turn. */
  static boolean run(Collection<Subject> subjects, long budgetNs) throws Refusal {
    long deadline = System.nanoTime() + budgetNs;
    List<Subject> waiting = new ArrayList<>(subjects);
    do {
      for (Subject subject : waiting) {
        subject.turn();
      }
      waiting.removeIf(Subject::isSteady);
    } while (!waiting.isEmpty() && System.nanoTime() < deadline);
    return waiting.isEmpty();
  }

  /** What is warmed: a walk over so many items. */
  static final class Subject {
    private final Walk walk;
    private final long items;
    private long passes = 1;
    private long quietNs;
    private long quietItems;

    Subject(Walk walk, long items) {
      this.walk = walk;
      this.items = items;
    }

    private void turn() throws Refusal {
      for (long spent = 0; spent < TURN_NS; ) {
        long compiled = compilingNs();
        long started = THREADS.getCurrentThreadCpuTime();
        Meter.Stopwatch stopwatch = new Meter.Stopwatch(); // as when it is measured
        walk.run(passes, stopwatch);
        long ns = THREADS.getCurrentThreadCpuTime() - started;
        boolean isQuiet = compilingNs() == compiled;
        quietNs = isQuiet ? quietNs + ns : 0;
        quietItems = isQuiet ? quietItems + passes * items : 0;
        if (stopwatch.totalNs < WALK_NS) {
          passes *= 2;
        }
        spent += Math.max(ns, 1);
      }
    }

    private boolean isSteady() {
      return quietNs >= QUIET_AT_MOST_NS || quietNs >= QUIET_NS && quietItems >= QUIET_ITEMS;
    }
  }
}
