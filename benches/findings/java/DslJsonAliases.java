// What DSL-JSON 2.0.2 leaves out in silence: a field with the Java name by which another one is written.
// com.dslplatform:dsl-json:2.0.2
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.dslplatform:dsl-json:2.0.2 && java -cp ~/.m2/repository/com/dslplatform/dsl-json/2.0.2/dsl-json-2.0.2.jar benches/findings/java/DslJsonAliases.java
// Prints: {"annotated":{"long name":1,"x":2},"named":{"x":2}}
import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

public class DslJsonAliases {
  static final String SOURCE =
      """
      package data;
      import com.dslplatform.json.*;
      public class Records {
        @CompiledJson public static class Root {
          public Named named = new Named();
          public Annotated annotated = new Annotated();
        }
        public static class Named {
          @JsonAttribute(name = "long name") public int x = 1;
          @JsonAttribute(name = "x") public int q = 2;
        }
        @CompiledJson public static class Annotated {
          @JsonAttribute(name = "long name") public int x = 1;
          @JsonAttribute(name = "x") public int q = 2;
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
    JsonWriter writer = json.newWriter();
    json.serialize(writer, loader.loadClass("data.Records$Root").getConstructor().newInstance());
    System.out.println(writer);
    boolean asFound = writer.toString().contains("\"named\":{\"x\":2}");
    System.exit(asFound ? 0 : 1);
  }

  /** Where converters are found that were compiled just now. */
  record Loaded(ClassLoader loader) implements com.dslplatform.json.Configuration {
    @Override
    public void configure(DslJson json) {
      for (String name : List.of("Root", "Named", "Annotated")) {
        try {
          Class<?> converter = loader.loadClass("data._Records$" + name + "_DslJsonConverter");
          ((com.dslplatform.json.Configuration) converter.getConstructor().newInstance()).configure(json);
        } catch (ReflectiveOperationException error) {
          throw new IllegalStateException(error);
        }
      }
    }
  }
}
