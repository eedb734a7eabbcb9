package serbench.driver;

import java.nio.file.Path;
import java.util.Properties;

/** `java serbench.driver.Main FACTS`: serves one codec until the end of standard input. */
public final class Main {
  /** Values may be nested deep, and libraries walk them by recursion. */
  private static final long STACK_BYTES = 512L << 20;

  private Main() {}

  public static void main(String[] args) throws Exception {
    Properties facts = new Properties();
    try (var in = java.nio.file.Files.newBufferedReader(Path.of(args[0]))) {
      facts.load(in);
    }
    Values<?> values = (Values<?>) instance("serbench.ops.Root");
    Codec<?, ?, ?> codec = (Codec<?, ?, ?>) instance(facts.getProperty("class"), values);
    Thread server = new Thread(null, () -> serve(facts, values, codec), "driver", STACK_BYTES);
    server.start();
  }

  /** The codec was written for whatever the schema's root is. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void serve(Properties facts, Values<?> values, Codec<?, ?, ?> codec) {
    new Server(facts, values, codec).serve();
  }

  private static Object instance(String name, Object... arguments) throws Exception {
    var constructor = Class.forName(name).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(arguments);
  }
}
