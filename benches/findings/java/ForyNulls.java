// Fory 1.6.0 cannot write a list of lists of maps whose only item is null.
// org.apache.fory:fory-core:1.6.0
// run: java -cp ~/.m2/repository/org/apache/fory/fory-core/1.6.0/fory-core-1.6.0.jar benches/findings/java/ForyNulls.java
// Prints: [[null]]: java.lang.ClassCastException
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.fory.Fory;

public class ForyNulls {
  public static class Record {
    public List<List<Map<String, String>>> grid = new ArrayList<>();
  }

  public static void main(String[] args) {
    Fory fory = Fory.builder().withXlang(false).requireClassRegistration(true).build();
    fory.register(Record.class);
    Record record = new Record();
    record.grid.add(new ArrayList<>(Collections.singletonList(null)));
    Throwable thrown = null;
    try {
      fory.serialize(record);
    } catch (Throwable error) {
      thrown = error;
      while (thrown.getCause() != null) thrown = thrown.getCause();
    }
    System.out.println(record.grid + ": " + (thrown == null ? null : thrown.getClass().getName()));
    System.exit(thrown instanceof ClassCastException ? 0 : 1);
  }
}
