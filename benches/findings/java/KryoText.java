// Text that is not UTF-8 is read as other characters: c3 61 becomes U+00E1, where a decoder has U+FFFD and "a".
// com.esotericsoftware:kryo:5.6.2
// run: r=~/.m2/repository; java -cp $r/com/esotericsoftware/kryo/5.6.2/kryo-5.6.2.jar:$r/com/esotericsoftware/minlog/1.3.1/minlog-1.3.1.jar:$r/org/objenesis/objenesis/3.4/objenesis-3.4.jar benches/findings/java/KryoText.java
// Prints: 82 c3 61: U+00E1
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

class KryoText {
  public static void main(String[] args) {
    Output out = new Output(16);
    out.writeString("\u00e4");
    byte[] bytes = out.toBytes();
    bytes[2] = 'a';
    String text = new Input(bytes).readString();
    System.out.printf("%02x %02x %02x: U+%04X%n", bytes[0], bytes[1], bytes[2], (int) text.charAt(0));
    System.exit(text.equals("\u00e1") ? 0 : 1);
  }
}
