package serbench.driver;

/** Counts something between start and stop, over as many spans as there are. */
interface Meter {
  void start();

  void stop();

  /** Whether starting and stopping takes so long that it is to be done but once a pass. */
  boolean isDear();

  /** Nanoseconds. */
  final class Stopwatch implements Meter {
    long totalNs;
    private long startedNs;

    @Override
    public void start() {
      startedNs = System.nanoTime();
    }

    @Override
    public void stop() {
      totalNs += System.nanoTime() - startedNs;
    }

    @Override
    public boolean isDear() {
      return false;
    }
  }
}
