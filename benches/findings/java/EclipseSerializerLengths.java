// Eclipse Serializer 3.0.0 does not compare lengths with the bytes that there are. An entity begins with its length,
// which says where the next one is: with 0 it reads the same one until the heap is full, with a negative one it reads
// at a wild address and the virtual machine ends. Of bytes that are cut off it reads what lies behind them in memory.
// org.eclipse.serializer:serializer:3.0.0
// run: r=~/.m2/repository; e=$r/org/eclipse/serializer; java -Xmx64m -XX:ErrorFile=/dev/null -XX:-CreateCoredumpOnCrash -cp $e/serializer/3.0.0/serializer-3.0.0.jar:$e/persistence-binary/3.0.0/persistence-binary-3.0.0.jar:$e/persistence/3.0.0/persistence-3.0.0.jar:$e/afs/3.0.0/afs-3.0.0.jar:$e/base/3.0.0/base-3.0.0.jar:$r/org/slf4j/slf4j-api/2.0.12/slf4j-api-2.0.12.jar benches/findings/java/EclipseSerializerLengths.java
// Prints: 24 of 32 bytes: read without an error
//   24 bytes of a buffer, behind whose limit lies the number 42: read with 42
//   32 bytes, of length -2^46: the process ends: SIGSEGV
//   32 bytes, of length 0: java.lang.OutOfMemoryError: Java heap space
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.serializer.Serializer;
import org.eclipse.serializer.SerializerFoundation;
import org.eclipse.serializer.persistence.binary.types.ChunksWrapper;

class EclipseSerializerLengths {
  static class Count {
    long number;
  }

  static SerializerFoundation<?> foundation() {
    SerializerFoundation<?> foundation = SerializerFoundation.New();
    foundation.registerEntityType(Count.class);
    return foundation;
  }

  /** The length, the numbers of the class and of the object, and the field, of eight bytes each. */
  static byte[] written() {
    Count count = new Count();
    count.number = 42;
    return Serializer.Bytes(foundation()).serialize(count);
  }

  static byte[] ofLength(long length) {
    byte[] bytes = written();
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putLong(0, length);
    return bytes;
  }

  static String read(byte[] bytes) {
    try {
      Count count = Serializer.Bytes(foundation()).deserialize(bytes);
      return count == null ? "read as null" : "read without an error";
    } catch (Throwable e) {
      return e.toString().lines().findFirst().get();
    }
  }

  /** The number that is read of a buffer whose limit lies before it. */
  static long readBehindLimit() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(32).put(written()).position(0).limit(24);
    Count count = Serializer.Binary(foundation()).deserialize(ChunksWrapper.New(buffer));
    return count.number;
  }

  /** What this program says with an argument, in a process of its own. */
  static String said(String argument) throws Exception {
    ProcessHandle.Info info = ProcessHandle.current().info();
    List<String> command = new ArrayList<>(List.of(info.command().get()));
    command.addAll(List.of(info.arguments().get()));
    command.add(argument);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes());
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      System.out.println(read(ofLength(-1L << 46)));
      return;
    }
    int size = written().length;
    String cutOff = read(Arrays.copyOf(written(), 24));
    System.out.println("24 of " + size + " bytes: " + cutOff);

    long behind = readBehindLimit();
    System.out.println(
        "24 bytes of a buffer, behind whose limit lies the number 42: read with " + behind);

    String said = said("wild");
    boolean crashed = said.contains("A fatal error has been detected") && said.contains("SIGSEGV");
    String end = crashed ? "the process ends: SIGSEGV" : said;
    System.out.println(size + " bytes, of length -2^46: " + end);

    String endless = read(ofLength(0));
    System.out.println(size + " bytes, of length 0: " + endless);
    boolean beyond = cutOff.contains("without") && behind == 42;
    System.exit(beyond && crashed && endless.contains("OutOfMemory") ? 0 : 1);
  }
}
