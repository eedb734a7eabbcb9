package serbench.driver;

import java.io.IOException;

/** A canonical value for which the class of its logical type has none: says where, and what to do. */
final class BeyondClass extends IOException {
  private static final long serialVersionUID = 1L;

  BeyondClass(String cause) {
    super(cause);
  }
}
