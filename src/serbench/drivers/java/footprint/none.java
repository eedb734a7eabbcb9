// ---
// library = "serbench"
// format = "none"
// traits = ["binary", "hand-written"]
// page = ""
// unions = "none of it is written"
// class = "None"
// ---
package serbench.codecs;

import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/** No codec, for `serbench footprint`: what compiling the same program takes without one. */
final class None<V> extends PlainCodec<V> {
  None(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) {}

  @Override
  public V decode(byte[] bytes) {
    return null;
  }
}
