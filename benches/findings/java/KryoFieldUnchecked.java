// Kryo 5.6.2 sets a field to an object of whatever registered class the bytes name, and does not ask whether the field
// may hold it: here an Integer in a field of a class with a text. Whoever uses the text follows a number of the bytes
// as an address, and the virtual machine ends. Input is the checked one.
// com.esotericsoftware:kryo:5.6.2
// run: r=~/.m2/repository; java -Xmx64m -XX:ErrorFile=/dev/null -XX:-CreateCoredumpOnCrash -cp $r/com/esotericsoftware/kryo/5.6.2/kryo-5.6.2.jar:$r/com/esotericsoftware/minlog/1.3.1/minlog-1.3.1.jar:$r/com/esotericsoftware/reflectasm/1.11.9/reflectasm-1.11.9.jar:$r/org/objenesis/objenesis/3.4/objenesis-3.4.jar benches/findings/java/KryoFieldUnchecked.java
// Prints: 6 bytes: person.name holds a java.lang.Integer
//   a process that asks for the length of the text ends: SIGSEGV
//   with -Dkryo.unsafe=false: Can not set KryoFieldUnchecked$Name field KryoFieldUnchecked$Person.name to java.lang.Integer
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import java.util.ArrayList;
import java.util.List;

class KryoFieldUnchecked {
  static class Name {
    String text;
  }

  static class Person {
    Name name;
  }

  // The class (0 is int's, and 2 is added), and 2^28 as a signed number of variable length.
  static final byte[] BYTES = {2, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 2};

  static Person read() {
    Kryo kryo = new Kryo();
    kryo.register(Name.class);
    kryo.register(Person.class);
    return kryo.readObject(new Input(BYTES), Person.class);
  }

  /** This program with an option of Java's and an argument, in a process of its own. */
  static Process started(String option, String argument) throws Exception {
    ProcessHandle.Info info = ProcessHandle.current().info();
    List<String> command = new ArrayList<>(List.of(info.command().get(), option));
    command.addAll(List.of(info.arguments().get()));
    command.add(argument);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      try {
        System.out.println(read().name.text.length());
      } catch (KryoException e) {
        System.out.println("refused: " + e.getCause().getMessage());
      }
      return;
    }
    Object name = read().name;
    System.out.println(BYTES.length + " bytes: person.name holds a " + name.getClass().getName());

    Process using = started("-Dkryo.unsafe=true", "use");
    String said = new String(using.getInputStream().readAllBytes());
    boolean crashed = said.contains("A fatal error has been detected") && said.contains("SIGSEGV");
    System.out.println(
        "a process that asks for the length of the text ends: " + (crashed ? "SIGSEGV" : said));

    Process checking = started("-Dkryo.unsafe=false", "use");
    String refusal = new String(checking.getInputStream().readAllBytes()).strip();
    System.out.println("with -Dkryo.unsafe=false: " + refusal.replace("refused: ", ""));
    boolean holds = !(name instanceof Name) && crashed && refusal.startsWith("refused");
    System.exit(holds ? 0 : 1);
  }
}
