package serbench.driver;

/** Counts something between start and stop, over as many spans as there are. */
interface Meter {
  void start();

  void stop();

  /** Nanoseconds, and the collections within them. */
  final class Stopwatch implements Meter {
    long totalNs;
    long collections;
    private long startedNs;
    private long collectionsAtStart;

    @Override
    public void start() {
      collectionsAtStart = Process.collections();
      startedNs = System.nanoTime();
    }

    @Override
    public void stop() {
      totalNs += System.nanoTime() - startedNs;
      collections += Process.collections() - collectionsAtStart;
    }
  }
}
