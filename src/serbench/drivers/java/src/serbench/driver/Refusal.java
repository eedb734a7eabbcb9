package serbench.driver;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

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

  static Refusal badFile(Path path, String text) {
    return new Refusal("bad-file", path + ": " + text + "; write the object file anew");
  }

  static Refusal failed(String text) {
    return new Refusal("failed", text);
  }

  /** What a library threw, as its kind says. */
  static Refusal of(Throwable thrown, String context) {
    String text = context + describe(thrown);
    return thrown instanceof CannotHold ? cannotHold(text) : failed(text);
  }

  /** What the system said; the paths of its errors are left out. */
  static String cause(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return reason != null ? reason : describe(e);
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
