package serbench.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where results go, so that no work for them can be left out. A release store keeps every one of
 * them, and the objects behind them, at the price of a plain store: a plain one could be merged
 * with the next, and a volatile one would wait for the store buffer each time.
 */
final class Blackhole {
  private static final VarHandle OBJECT;
  private static final VarHandle NUMBER;

  @SuppressWarnings("unused")
  private static Object object;

  @SuppressWarnings("unused")
  private static long number;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      OBJECT = lookup.findStaticVarHandle(Blackhole.class, "object", Object.class);
      NUMBER = lookup.findStaticVarHandle(Blackhole.class, "number", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Blackhole() {}

  static void consume(Object result) {
    OBJECT.setRelease(result);
  }

  static void consume(long result) {
    NUMBER.setRelease(result);
  }

  /** Lets the last result be collected. */
  static void clear() {
    consume((Object) null);
  }
}
