// 2^40 + 8 where the schema has 32 bits is read as 8, as protobuf's documentation says of varints.
// com.google.protobuf:protobuf-java:4.36.2
// run: java -cp ~/.m2/repository/com/google/protobuf/protobuf-java/4.36.2/protobuf-java-4.36.2.jar benches/findings/java/ProtobufNarrow.java
// Prints: 8
import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;

class ProtobufNarrow {
  public static void main(String[] args) throws Exception {
    int narrow = Int32Value.parseFrom(Int64Value.of((1L << 40) + 8).toByteArray()).getValue();
    System.out.println(narrow);
    System.exit(narrow == 8 ? 0 : 1);
  }
}
