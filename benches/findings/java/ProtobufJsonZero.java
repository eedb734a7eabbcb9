// JsonFormat of protobuf 4.36.2 prints -0.0 as such, and reads it as 0.0.
// com.google.protobuf:protobuf-java-util:4.36.2
// run: r=~/.m2/repository/com/google; java -cp $r/protobuf/protobuf-java-util/4.36.2/protobuf-java-util-4.36.2.jar:$r/protobuf/protobuf-java/4.36.2/protobuf-java-4.36.2.jar:$r/code/gson/gson/2.15.0/gson-2.15.0.jar benches/findings/java/ProtobufJsonZero.java
// Prints: -0.0 is read as 0.0
import com.google.protobuf.DoubleValue;
import com.google.protobuf.util.JsonFormat;

class ProtobufJsonZero {
  public static void main(String[] args) throws Exception {
    String text = JsonFormat.printer().print(DoubleValue.of(-0.0));
    DoubleValue.Builder read = DoubleValue.newBuilder();
    JsonFormat.parser().merge(text, read);
    System.out.println(text + " is read as " + read.getValue());
    System.exit(text.equals("-0.0") && 1 / read.getValue() > 0 ? 0 : 1);
  }
}
