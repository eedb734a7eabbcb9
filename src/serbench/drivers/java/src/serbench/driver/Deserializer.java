package serbench.driver;

/** What is made of a value's bytes: by a codec itself, the plain value. */
@FunctionalInterface
public interface Deserializer<T> {
  T deserialize(byte[] bytes) throws Exception;
}
