// The length of a text or of bytes is believed: five bytes take 256 MiB before they are refused.
// io.github.ndsev:zserio-runtime:2.18.0
// run: r=~/.m2/repository; java -Xmx1g -cp $r/io/github/ndsev/zserio-runtime/2.18.0/zserio-runtime-2.18.0.jar benches/findings/java/ZserioLengths.java
// Prints: 5 bytes took 256 MiB: java.lang.ArrayIndexOutOfBoundsException: arraycopy: last source index 268435461 out of bounds for byte[5]
//   5 bytes took 0 MiB: java.lang.OutOfMemoryError: Java heap space
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import zserio.runtime.io.ByteArrayBitStreamReader;
import zserio.runtime.io.ByteArrayBitStreamWriter;

class ZserioLengths {
  static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static String read(int length) throws Exception {
    ByteArrayBitStreamWriter writer = new ByteArrayBitStreamWriter();
    writer.writeVarSize(length);
    byte[] bytes = writer.toByteArray();
    ByteArrayBitStreamReader in = new ByteArrayBitStreamReader(bytes);
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    String refusal = null;
    try {
      in.readString();
    } catch (Throwable e) {
      refusal = e.toString().lines().findFirst().get();
    }
    long took = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before >> 20;
    System.out.println(bytes.length + " bytes took " + took + " MiB: " + refusal);
    return took + refusal;
  }

  public static void main(String[] args) throws Exception {
    boolean holds = read(1 << 28).startsWith("256") && read(1 << 30).contains("OutOfMemory");
    System.exit(holds ? 0 : 1);
  }
}
