package serbench.driver;

import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Supplier;

/** `java serbench.driver.Main FACTS`: serves one codec until the end of standard input. */
public final class Main {
  /** Values may be nested deep, and libraries walk them by recursion. */
  static final long STACK_BYTES = 512L << 20;

  private Main() {}

  public static void main(String[] args) throws Exception {
    Properties facts = new Properties();
    try (var in = java.nio.file.Files.newBufferedReader(Path.of(args[0]))) {
      facts.load(in);
    }
    Values<?> values = (Values<?>) instance("serbench.ops.Root");
    String name = facts.getProperty("class");
    Codec<?, ?, ?> codec = (Codec<?, ?, ?>) instance(name, values);
    Supplier<Codec<?, ?, ?>> another = () -> another(name, values);
    Runnable serving = () -> serve(facts, values, codec, another);
    Thread server = new Thread(null, serving, "driver", STACK_BYTES);
    server.start();
  }

  /** The codec was written for whatever the schema's root is. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void serve(
      Properties facts, Values<?> values, Codec<?, ?, ?> codec, Supplier<?> another) {
    new Server(facts, values, codec, another).serve();
  }

  /** For one more thread: codecs have state, and need not share it. */
  private static Codec<?, ?, ?> another(String name, Values<?> values) {
    try {
      return (Codec<?, ?, ?>) instance(name, values);
    } catch (Exception e) {
      throw new IllegalStateException("made once, the codec cannot be made again", e);
    }
  }

  private static Object instance(String name, Object... arguments) throws Exception {
    var constructor = Class.forName(name).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(arguments);
  }
}
