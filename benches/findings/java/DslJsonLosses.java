// What DSL-JSON 2.0.2 loses in silence: fields whose names are not ASCII, and the sign of -0.0.
// com.dslplatform:dsl-json:2.0.2
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.dslplatform:dsl-json:2.0.2 && java -cp ~/.m2/repository/com/dslplatform/dsl-json/2.0.2/dsl-json-2.0.2.jar benches/findings/java/DslJsonLosses.java
// Prints: {"é":7}: read as 0
//   {"number":0.0}: of -0.0
import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

public class DslJsonLosses {
  static final String SOURCE =
      """
      package data;
      import com.dslplatform.json.*;
      public class Records {
        @CompiledJson public static class Accented {
          @JsonAttribute(name = "é") public int number;
        }
        @CompiledJson public static class Zero {
          public double number;
        }
      }
      """;

  public static void main(String[] args) throws Exception {
    Path out = Files.createTempDirectory("dsl-json");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///data/Records.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return SOURCE;
          }
        };
    List<String> options =
        List.of(
            "-d", out.toString(),
            "-encoding", "UTF-8",
            "-cp", System.getProperty("java.class.path"),
            "-processor", "com.dslplatform.json.processor.CompiledJsonAnnotationProcessor");
    compiler.getTask(null, null, null, options, null, List.of(file)).call();
    URLClassLoader loader = new URLClassLoader(new URL[] {out.toUri().toURL()});
    DslJson<Object> json = new DslJson<>(Settings.basicSetup().with(new Loaded(loader)));

    Object accented = made(loader, "Accented", "number", 7);
    String written = text(json, accented);
    byte[] bytes = written.getBytes(StandardCharsets.UTF_8);
    Object read = json.deserialize(accented.getClass(), bytes, bytes.length);
    int number = accented.getClass().getField("number").getInt(read);
    System.out.println(written + ": read as " + number);

    String zero = text(json, made(loader, "Zero", "number", -0.0));
    System.out.println(zero + ": of -0.0");
    boolean asFound = number == 0 && zero.equals("{\"number\":0.0}");
    System.exit(asFound ? 0 : 1);
  }

  /** Where converters are found that were compiled just now. */
  record Loaded(ClassLoader loader) implements com.dslplatform.json.Configuration {
    @Override
    public void configure(DslJson json) {
      for (String name : List.of("Accented", "Zero")) {
        try {
          Class<?> converter = loader.loadClass("data._Records$" + name + "_DslJsonConverter");
          ((com.dslplatform.json.Configuration) converter.getConstructor().newInstance()).configure(json);
        } catch (ReflectiveOperationException error) {
          throw new IllegalStateException(error);
        }
      }
    }
  }

  static Object made(ClassLoader loader, String name, String field, Object value) throws Exception {
    Object record = loader.loadClass("data.Records$" + name).getConstructor().newInstance();
    record.getClass().getField(field).set(record, value);
    return record;
  }

  static String text(DslJson<Object> json, Object record) throws Exception {
    JsonWriter writer = json.newWriter();
    json.serialize(writer, record);
    return writer.toString();
  }
}
