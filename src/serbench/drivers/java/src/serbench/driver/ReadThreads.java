package serbench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Runs tasks, each in a thread of its own, that begin together. */
final class ReadThreads {
  private ReadThreads() {}

  /** Nanoseconds from the beginning to the last value of all; one task runs in this thread. */
  static long run(List<? extends ReadTask<?>> tasks) throws Refusal {
    if (tasks.size() == 1) {
      long started = System.nanoTime();
      return tasks.get(0).run() - started;
    }
    CountDownLatch ready = new CountDownLatch(tasks.size());
    CountDownLatch go = new CountDownLatch(1);
    List<Running> all = new ArrayList<>();
    for (ReadTask<?> task : tasks) {
      Running running = new Running(task, ready, go);
      all.add(running);
      running.setDaemon(true);
      running.start();
    }
    try {
      ready.await();
      long started = System.nanoTime();
      go.countDown();
      long ended = started;
      for (Running running : all) {
        running.join();
        ended = Math.max(ended, running.endedNs);
      }
      for (Running running : all) {
        if (running.failure != null) {
          throw running.failure;
        }
      }
      return ended - started;
    } catch (InterruptedException e) {
      throw Refusal.failed("interrupted");
    }
  }

  private static final class Running extends Thread {
    final ReadTask<?> task;
    final CountDownLatch ready;
    final CountDownLatch go;
    long endedNs = Long.MIN_VALUE;
    Refusal failure;

    Running(ReadTask<?> task, CountDownLatch ready, CountDownLatch go) {
      super(null, null, "reader", Main.STACK_BYTES);
      this.task = task;
      this.ready = ready;
      this.go = go;
    }

    @Override
    public void run() {
      try {
        ready.countDown();
        go.await();
        endedNs = task.run();
      } catch (Refusal e) {
        failure = e;
      } catch (Throwable e) {
        failure = Refusal.of(e, "");
      }
    }
  }
}
