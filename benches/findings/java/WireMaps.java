// An entry of a map may leave out its value if that is the default one, as protobuf says and prost does
// (https://protobuf.dev/programming-guides/encoding/#maps). Wire 6.4.7 reads such a number, and refuses
// such a message.
// com.squareup.wire:wire-runtime-jvm:6.4.7
// run: r=~/.m2/repository; java -cp $(find $r/com/squareup/wire/wire-runtime-jvm/6.4.7 $r/com/squareup/okio $r/org/jetbrains/kotlin/kotlin-stdlib -name '*.jar' | tr '\n' :) benches/findings/java/WireMaps.java
// Prints: number: {k=0}
//   message: java.lang.IllegalStateException: Map entry with null value
import com.squareup.wire.ProtoAdapter;

class WireMaps {
  public static void main(String[] args) throws Exception {
    byte[] entry = {0x0a, 1, 'k'}; // the key alone
    String number = outcome(ProtoAdapter.newMapAdapter(ProtoAdapter.STRING, ProtoAdapter.INT32), entry);
    // A message, of which Wire knows no default value either.
    String message =
        outcome(ProtoAdapter.newMapAdapter(ProtoAdapter.STRING, ProtoAdapter.STRUCT_MAP), entry);
    System.out.println("number: " + number);
    System.out.println("message: " + message);
    System.exit(number.equals("{k=0}") && message.contains("null value") ? 0 : 1);
  }

  static String outcome(ProtoAdapter<?> adapter, byte[] bytes) {
    try {
      return adapter.decode(bytes).toString();
    } catch (Exception error) {
      return error.toString();
    }
  }
}
