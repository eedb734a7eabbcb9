package serbench.driver;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;

/** docs/protocol.md: requests on standard input, replies on standard output. */
final class Server<V, I, O> {
  private static final int PROTOCOL = 1;

  /** Of one operation that is sampled without a `warm` before it. */
  private static final long MOST_WARMING_NS = 3_000_000_000L;

  private final Properties facts;
  private final Values<V> values;
  private final Codec<V, I, O> codec;
  private final List<String> operations;
  private final ObjectFiles<V> files;
  private Kernel kernel; // made, and warmed, with the first sample
  private final Allocations allocations = new Allocations();
  private final Set<Operation> warmedUp = EnumSet.noneOf(Operation.class);
  private Session<V, I, O> session;

  /** `another` makes more of the codecs, for more threads. */
  Server(
      Properties facts,
      Values<V> values,
      Codec<V, I, O> codec,
      Supplier<Codec<V, I, O>> another) {
    this.facts = facts;
    this.values = values;
    this.codec = codec;
    operations = Operation.names(codec, values);
    files = new ObjectFiles<>(values, facts.getProperty("schema"), codec, another);
  }

  /** Until `close` or the end of standard input. */
  void serve() {
    PrintStream replies = System.out;
    System.setOut(System.err); // what libraries print is no reply
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line; (line = in.readLine()) != null; ) {
        Map<String, Object> reply = answer(line);
        byte[] bytes = (Json.text(reply) + "\n").getBytes(StandardCharsets.UTF_8);
        replies.write(bytes, 0, bytes.length);
        replies.flush();
        if (reply.containsKey("peak_rss_bytes") || replies.checkError()) {
          return;
        }
      }
    } catch (IOException e) {
      // Nobody speaks any more: as at the end of standard input.
    }
  }

  private Map<String, Object> answer(String line) {
    try {
      return carryOut(Json.request(line));
    } catch (Refusal refusal) {
      return Map.of("error", refusal.getMessage(), "kind", refusal.kind);
    } catch (OutOfMemoryError e) {
      session = null;
      return Map.of("error", Refusal.describe(e), "kind", "failed");
    }
  }

  private Map<String, Object> carryOut(Request request) throws Refusal {
    switch (request.name()) {
      case "describe":
        return describe();
      case "open":
        warmedUp.clear();
        session = null; // so that two never stand in memory together
        session = new Session<>(values, codec, request.path("values"), request.number("limit"));
        return session.opened();
      case "verify":
        return session().verify(request.number("every", 1, Integer.MAX_VALUE, 1));
      case "warm":
        return warm(request);
      case "sample":
        return sample(request);
      case "allocations":
        return allocations(request);
      case "dump":
        return Files.dump(session().encoded(), request.path("path"));
      case "load":
        return request.has("outcomes")
            ? Files.load(values, codec, request.path("path"), request.path("outcomes"))
            : Files.load(values, codec, request.path("path"));
      case "write":
        return files.write(request);
      case "scan":
        return files.scan(request);
      case "get":
        return files.get(request);
      case "close":
        return Map.of("peak_rss_bytes", Process.peakRssBytes());
      default:
        throw Refusal.badRequest("unknown request \"" + request.name() + "\"");
    }
  }

  private Map<String, Object> describe() {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("protocol", PROTOCOL);
    reply.put("language", "java");
    for (String fact : List.of("codec", "library", "version", "compiler", "schema")) {
      reply.put(fact, facts.getProperty(fact));
    }
    reply.put("flags", Process.flags());
    reply.put("allocator", Process.collector());
    reply.put("operations", operations);
    reply.put("jit", true);
    reply.put("files", true);
    boolean own = codec.hasOwnModel();
    reply.put("same", own ? Map.of() : Map.of("serialize", "encode", "deserialize", "decode"));
    return reply;
  }

  private Map<String, Object> sample(Request request) throws Refusal {
    Operation operation = shared(operation(request));
    long passes = request.number("passes");
    if (passes < 1) {
      throw Refusal.badRequest("passes must be 1 or more");
    }
    session().encoded();
    if (kernel == null) {
      kernel = new Kernel();
    }
    if (!warmedUp.contains(operation)) {
      warmUp(EnumSet.of(operation), MOST_WARMING_NS);
    }
    Meter.Stopwatch stopwatch = new Meter.Stopwatch();
    long compilingBefore = WarmUp.compilingNs();
    YoungGeneration.empty();
    long before = kernel.timeNs();
    session.walk(operation, request.number("warm_passes"), new Meter.Stopwatch());
    long collections = Process.collections();
    session.walk(operation, passes, stopwatch);
    collections = Process.collections() - collections;
    long after = kernel.timeNs();
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("ns", stopwatch.totalNs);
    reply.put("items", passes * session.size());
    reply.put("kernel_ns", List.of(before, after));
    reply.put("collections", collections);
    reply.put("compiling_ns", WarmUp.compilingNs() - compilingBefore);
    return reply;
  }

  private Map<String, Object> warm(Request request) throws Refusal {
    Set<Operation> wanted = EnumSet.noneOf(Operation.class);
    for (String name : request.texts("operations")) {
      wanted.add(shared(Operation.of(name, operations)));
    }
    session().encoded();
    return Map.of("steady", warmUp(wanted, request.number("budget_ns")));
  }

  /**
   * Whoever chooses the number of passes by the first samples would choose by interpreted code
   * otherwise, which is slower by an order of magnitude.
   */
  private boolean warmUp(Set<Operation> wanted, long budgetNs) throws Refusal {
    warmedUp.addAll(wanted);
    List<WarmUp.Subject> subjects = new ArrayList<>();
    for (Operation operation : wanted) {
      Walk walk = (passes, meter) -> session.walk(operation, passes, meter);
      subjects.add(new WarmUp.Subject(walk, session.size()));
    }
    return WarmUp.run(subjects, budgetNs);
  }

  /** What is one piece of code is run as one, so that the JIT compiles it once. */
  private Operation shared(Operation operation) {
    if (codec.hasOwnModel()) {
      return operation;
    }
    return switch (operation) {
      case SERIALIZE -> Operation.ENCODE;
      case DESERIALIZE -> Operation.DECODE;
      default -> operation;
    };
  }

  private Map<String, Object> allocations(Request request) throws Refusal {
    Operation operation = shared(operation(request));
    session().encoded();
    if (!warmedUp.contains(operation)) {
      warmUp(EnumSet.of(operation), MOST_WARMING_NS);
    }
    Allocations.Count count =
        allocations.count(
            (from, to, passes, meter) -> session.walk(operation, from, to, passes, meter),
            session.size(),
            session.isMadeAhead(operation));
    return Map.of(
        "items", session.size(),
        "allocations", count.objects(),
        "allocated_bytes", count.bytes());
  }

  private Session<V, I, O> session() throws Refusal {
    if (session == null) {
      throw Refusal.badRequest("no values are open: send open first");
    }
    return session;
  }

  private Operation operation(Request request) throws Refusal {
    return Operation.of(request.text("operation"), operations);
  }
}
