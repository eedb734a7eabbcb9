package serbench.driver;

/** What codecs implement whose library finds one field in the bytes without decoding the rest. */
public interface Access {
  /** What the schema's access leaf adds to the visit sum: docs/protocol.md. */
  long access(byte[] bytes) throws Exception;
}
