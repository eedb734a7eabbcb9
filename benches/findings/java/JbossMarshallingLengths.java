// JBoss Marshalling 2.2.2 believes the lengths of texts, arrays and lists, and the number of a class's fields: six bytes
// take 256 MiB before they are refused, and others fill the heap. A filter with a limit of lengths refuses arrays and
// lists; it is not asked about texts and fields.
// org.jboss.marshalling:jboss-marshalling-river:2.2.2.Final
// run: r=~/.m2/repository/org/jboss/marshalling; java -Xmx1g -cp $r/jboss-marshalling/2.2.2.Final/jboss-marshalling-2.2.2.Final.jar:$r/jboss-marshalling-river/2.2.2.Final/jboss-marshalling-river-2.2.2.Final.jar benches/findings/java/JbossMarshallingLengths.java
// Prints: text, 6 bytes: took 256 MiB: java.io.EOFException; with a filter: took 256 MiB: java.io.EOFException
//   long text, 6 bytes: took 0 MiB: java.lang.OutOfMemoryError; with a filter: took 0 MiB: java.lang.OutOfMemoryError
//   fields, 34 bytes: took 288 MiB: java.io.EOFException; with a filter: took 288 MiB: java.io.EOFException
//   array, 7 bytes: took 256 MiB: java.io.EOFException; with a filter: took 0 MiB: java.io.InvalidClassException
//   list, 7 bytes: took 256 MiB: java.io.EOFException; with a filter: took 0 MiB: java.io.InvalidClassException
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jboss.marshalling.Marshalling;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.Unmarshaller;
import org.jboss.marshalling.UnmarshallingObjectInputFilter;

class JbossMarshallingLengths {
  static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  static final String FILTER = "maxarray=1000;maxbytes=1000";

  static String read(byte[] bytes, UnmarshallingObjectInputFilter filter) throws Exception {
    MarshallingConfiguration configuration = new MarshallingConfiguration();
    configuration.setUnmarshallingFilter(filter);
    Unmarshaller in =
        Marshalling.getProvidedMarshallerFactory("river").createUnmarshaller(configuration);
    in.start(Marshalling.createByteInput(ByteBuffer.wrap(bytes)));
    String refusal = null;
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    try {
      in.readObject();
    } catch (Throwable e) {
      refusal = e.getClass().getName();
    }
    long took = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before >> 20;
    return "took " + took + " MiB: " + refusal;
  }

  /** Whether bytes of version 4 of the format take so much without a filter and with one. */
  static boolean takes(String name, String hex, String without, String with) throws Exception {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    String unfiltered = read(bytes, null);
    String filtered = read(bytes, UnmarshallingObjectInputFilter.Factory.createFilter(FILTER));
    System.out.println(
        name + ", " + bytes.length + " bytes: " + unfiltered + "; with a filter: " + filtered);
    return unfiltered.contains(without) && filtered.contains(with);
  }

  /** An object of a class: the class's name as a text, a number of eight bytes, how many fields. */
  static String fields(String count) {
    byte[] name = "java.lang.Integer".getBytes(StandardCharsets.UTF_8);
    return "04 04 09 3e 11" + HexFormat.of().formatHex(name) + "12e2a0a4f7818738" + count;
  }

  public static void main(String[] args) throws Exception {
    boolean holds = takes("text", "04 40 08000000", "256 MiB", "256 MiB");
    holds &= takes("long text", "04 40 40000000", "OutOfMemory", "OutOfMemory");
    holds &= takes("fields", fields("02000000"), "288 MiB", "288 MiB");
    holds &= takes("array", "04 44 02000000 24", "256 MiB", " 0 MiB");
    holds &= takes("list", "04 55 04000000 5a", "256 MiB", " 0 MiB");
    System.exit(holds ? 0 : 1);
  }
}
