// Hessian 4.0.66: an input that `init` gives a new stream reads first what is left of the stream
// before, be it after a value or where it refused one.
// com.caucho:hessian:4.0.66
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.caucho:hessian:4.0.66 && java -cp ~/.m2/repository/com/caucho/hessian/4.0.66/hessian-4.0.66.jar benches/findings/java/HessianLeftBytes.java
// Prints: first, then of a new stream, which has third alone: second
//   after bytes that were refused, of a new stream, which has third alone: secret
import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

public class HessianLeftBytes {
  static ByteArrayInputStream written(String... texts) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Hessian2Output output = new Hessian2Output(out);
    for (String text : texts) {
      output.writeObject(text);
    }
    output.flush();
    return new ByteArrayInputStream(out.toByteArray());
  }

  public static void main(String[] arguments) throws Exception {
    Hessian2Input input = new Hessian2Input();
    input.init(written("first", "second"));
    Object first = input.readObject();
    input.init(written("third"));
    System.out.println(
        first + ", then of a new stream, which has third alone: " + input.readObject());

    input = new Hessian2Input();
    try {
      input.init(written("no number", "secret"));
      input.readInt();
    } catch (Exception expected) {
      // A text is no integer.
    }
    input.init(written("third"));
    System.out.println(
        "after bytes that were refused, of a new stream, which has third alone: "
            + input.readObject());
  }
}
