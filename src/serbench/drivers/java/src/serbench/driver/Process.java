package serbench.driver;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The virtual machine that a driver runs in. */
final class Process {
  private Process() {}

  /** The flags it was started with. */
  static String flags() {
    return String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  /** The collector, by the names of its parts. */
  static String collector() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(" + "));
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
