// With BeanToArray, fastjson2 2.0.64 writes each float in a list as an array of one. It refuses to read such a
// list, and reads NaN in a list of lists as 0.0.
// com.alibaba.fastjson2:fastjson2:2.0.64
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.alibaba.fastjson2:fastjson2:2.0.64 && java -cp ~/.m2/repository/com/alibaba/fastjson2/fastjson2/2.0.64/fastjson2-2.0.64.jar benches/findings/java/Fastjson2Arrays.java
// Prints: [[NaN]] is read as [[0.0]]
//   [0.5]: java.lang.UnsupportedOperationException
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.util.List;

public class Fastjson2Arrays {
  public static class Grid {
    public List<List<Float>> rows;
  }

  public static class Row {
    public List<Float> numbers;
  }

  static <T> T copy(T value, Class<T> type) {
    byte[] bytes =
        JSONB.toBytes(value, JSONWriter.Feature.FieldBased, JSONWriter.Feature.BeanToArray);
    return JSONB.parseObject(
        bytes, type, JSONReader.Feature.FieldBased, JSONReader.Feature.SupportArrayToBean);
  }

  public static void main(String[] args) {
    Grid grid = new Grid();
    grid.rows = List.of(List.of(Float.NaN));
    List<List<Float>> read = copy(grid, Grid.class).rows;
    System.out.println(grid.rows + " is read as " + read);
    Row row = new Row();
    row.numbers = List.of(0.5f);
    try {
      copy(row, Row.class);
    } catch (UnsupportedOperationException error) {
      System.out.println(row.numbers + ": " + error);
      System.exit(read.equals(List.of(List.of(0f))) ? 0 : 1);
    }
    System.exit(1);
  }
}
