// The length of a list in the bytes is believed: four bytes take 256 MiB before they are refused.
// com.esotericsoftware:kryo:5.6.2
// run: r=~/.m2/repository; java -Xmx1g -cp $r/com/esotericsoftware/kryo/5.6.2/kryo-5.6.2.jar:$r/com/esotericsoftware/minlog/1.3.1/minlog-1.3.1.jar:$r/com/esotericsoftware/reflectasm/1.11.9/reflectasm-1.11.9.jar:$r/org/objenesis/objenesis/3.4/objenesis-3.4.jar benches/findings/java/KryoLengths.java
// Prints: 4 bytes took 256 MiB: com.esotericsoftware.kryo.io.KryoBufferUnderflowException: Buffer underflow.
//   5 bytes took 0 MiB: java.lang.OutOfMemoryError: Java heap space
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;

class KryoLengths {
  static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static String read(int length) {
    Kryo kryo = new Kryo();
    kryo.register(ArrayList.class);
    kryo.setReferences(false);
    Output bytes = new Output(16);
    bytes.writeVarIntFlag(false, length + 1, true);
    Input in = new Input(bytes.toBytes());
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    String refusal = null;
    try {
      kryo.readObject(in, ArrayList.class);
    } catch (Throwable e) {
      refusal = e.toString().lines().findFirst().get();
    }
    long took = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before >> 20;
    System.out.println(bytes.position() + " bytes took " + took + " MiB: " + refusal);
    return took + refusal;
  }

  public static void main(String[] args) {
    boolean holds = read(1 << 26).startsWith("256") && read(1 << 29).contains("OutOfMemory");
    System.exit(holds ? 0 : 1);
  }
}
