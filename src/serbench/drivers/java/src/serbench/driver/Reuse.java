package serbench.driver;

/** What codecs implement whose library decodes into an object that it is given. */
public interface Reuse<V> {
  /** Decodes into the one object of all calls, which keeps its memory, and returns it. */
  Object decodeReused(byte[] bytes) throws Exception;

  /** What that object holds. */
  V held() throws Exception;
}
