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
    boolean isListed = Boolean.parseBoolean(facts.getProperty("listed"));
    Listing<?, ?> listing = isListed ? (Listing<?, ?>) instance("serbench.listed.Lists") : null;
    Codec<?, ?, ?> codec = codec(name, values, listing);
    Supplier<Codec<?, ?, ?>> another = () -> another(name, values, listing);
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
  private static Codec<?, ?, ?> another(String name, Values<?> values, Listing<?, ?> listing) {
    try {
      return codec(name, values, listing);
    } catch (Exception e) {
      throw new IllegalStateException("made once, the codec cannot be made again", e);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // one that takes plain values takes those of a listing
  private static Codec<?, ?, ?> codec(String name, Values<?> values, Listing<?, ?> listing)
      throws Exception {
    if (listing == null) {
      return (Codec<?, ?, ?>) instance(name, values);
    }
    return ListedCodec.of((Listing) listing, (Codec) instance(name, listing.values()));
  }

  private static Object instance(String name, Object... arguments) throws Exception {
    var constructor = Class.forName(name).getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(arguments);
  }
}
