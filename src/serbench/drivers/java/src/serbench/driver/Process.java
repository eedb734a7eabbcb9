package serbench.driver;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The virtual machine that a driver runs in. */
final class Process {
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private Process() {}

  /** The flags it was started with, but for those of code that is never timed. */
  static String flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-XX:CompileCommand="))
        .collect(Collectors.joining(" "));
  }

  /** The collector, by the names of its parts. */
  static String collector() {
    return COLLECTORS.stream()
        .map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(" + "));
  }

  /** How many collections there have been since the start. */
  static long collections() {
    long collections = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      collections += collector.getCollectionCount();
    }
    return collections;
  }

  /** The most memory this process has had resident; 0 where Linux's /proc is missing. */
  static long peakRssBytes() {
    try (var lines = java.nio.file.Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
