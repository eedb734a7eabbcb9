// By default, protostuff's runtime schemas (1.8.0) read an empty list as null.
// io.protostuff:protostuff-core:1.8.0, io.protostuff:protostuff-runtime:1.8.0
// run: r=~/.m2/repository/io/protostuff; java -cp $(ls $r/protostuff-{core,api,runtime,collectionschema}/1.8.0/*.jar | tr '\n' :) benches/findings/java/ProtostuffLists.java
// Prints: [] is read as null
import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.RuntimeSchema;
import java.util.ArrayList;
import java.util.List;

public class ProtostuffLists {
  public static class Record {
    public List<String> items;
  }

  public static void main(String[] args) {
    Schema<Record> schema = RuntimeSchema.getSchema(Record.class);
    Record record = new Record();
    record.items = new ArrayList<>();
    byte[] bytes = ProtostuffIOUtil.toByteArray(record, schema, LinkedBuffer.allocate());
    Record read = schema.newMessage();
    ProtostuffIOUtil.mergeFrom(bytes, read, schema);
    System.out.println(record.items + " is read as " + read.items);
    System.exit(read.items == null ? 0 : 1);
  }
}
