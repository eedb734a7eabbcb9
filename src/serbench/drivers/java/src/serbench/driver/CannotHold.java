package serbench.driver;

/** Thrown by a codec whose format cannot represent a value: says what and where. */
public final class CannotHold extends Exception {
  private static final long serialVersionUID = 1L;

  public CannotHold(String cause) {
    super(cause);
  }
}
