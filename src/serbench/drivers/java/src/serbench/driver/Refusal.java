package serbench.driver;

/** A request that was not carried out; `kind` is one of docs/protocol.md. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  final String kind;

  private Refusal(String kind, String text) {
    super(text);
    this.kind = kind;
  }

  static Refusal badRequest(String text) {
    return new Refusal("bad-request", text);
  }

  static Refusal badValues(String text) {
    return new Refusal("bad-values", text);
  }

  static Refusal cannotHold(String text) {
    return new Refusal("cannot-hold", text);
  }

  static Refusal failed(String text) {
    return new Refusal("failed", text);
  }

  /** What a library threw, as its kind says. */
  static Refusal of(Throwable thrown, String context) {
    String text = context + describe(thrown);
    return thrown instanceof CannotHold ? cannotHold(text) : failed(text);
  }

  /** One line. An error of the virtual machine says nothing by itself. */
  static String describe(Throwable thrown) {
    if (thrown instanceof OutOfMemoryError) {
      return "out of memory: give the driver more, as in SERBENCH_JAVA_HEAP=4g";
    }
    if (thrown instanceof StackOverflowError) {
      return "the value is nested too deep for the stack";
    }
    String message = thrown.getMessage();
    String name = thrown.getClass().getSimpleName();
    boolean isPlain = thrown instanceof CannotHold && message != null;
    return isPlain ? message : message == null ? name : name + ": " + message.strip();
  }
}
