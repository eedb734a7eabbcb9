// Jackson's CBOR 2.23.0 writes a BigInteger that 64 bits hold as a tagged byte string with a leading zero, where
// RFC 8949 (section 3.4.3) prefers an integer; and a long text in parts of unknown number.
// com.fasterxml.jackson.dataformat:jackson-dataformat-cbor:2.23.0
// run: r=~/.m2/repository/com/fasterxml/jackson; java -cp $(ls $r/dataformat/jackson-dataformat-cbor/2.23.0/*.jar $r/core/jackson-{databind,core}/2.23.0/*.jar $r/core/jackson-annotations/2.23/*.jar | tr '\n' :) benches/findings/java/JacksonCborForms.java
// Prints: 2^63: c249008000000000000000; a text of 5000 letters begins with 7f
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.math.BigInteger;
import java.util.HexFormat;

public class JacksonCborForms {
  public static void main(String[] args) throws Exception {
    CBORMapper mapper = new CBORMapper();
    byte[] number = mapper.writeValueAsBytes(BigInteger.ONE.shiftLeft(63));
    byte[] text = mapper.writeValueAsBytes("a".repeat(5000));
    String first = HexFormat.of().formatHex(text, 0, 1);
    System.out.println("2^63: " + HexFormat.of().formatHex(number) + "; a text of 5000 letters begins with " + first);
    System.exit(number[0] == (byte) 0xc2 && text[0] == 0x7f ? 0 : 1);
  }
}
