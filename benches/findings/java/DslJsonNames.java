// The annotation processor of DSL-JSON 2.0.2 copies a field's name into the Java code that it generates, unescaped.
// A name from elsewhere can so add code to the program.
// com.dslplatform:dsl-json:2.0.2
// run: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact=com.dslplatform:dsl-json:2.0.2 && java -cp ~/.m2/repository/com/dslplatform/dsl-json/2.0.2/dsl-json-2.0.2.jar benches/findings/java/DslJsonNames.java
// Prints: compiled: true; the class that came of it ran code in a field's name: true
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

public class DslJsonNames {
  static final String SOURCE =
      """
      package data;
      @com.dslplatform.json.CompiledJson
      public class Record {
        @com.dslplatform.json.JsonAttribute(
            name = "a\\".isEmpty() || System.setProperty(String.valueOf(1), String.valueOf(2)) == null"
                + " ? \\"b\\".getBytes() : \\"c")
        public int number;
      }
      """;

  public static void main(String[] args) throws Exception {
    Path out = Files.createTempDirectory("dsl-json");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///data/Record.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return SOURCE;
          }
        };
    List<String> options =
        List.of(
            "-d", out.toString(),
            "-cp", System.getProperty("java.class.path"),
            "-processor", "com.dslplatform.json.processor.CompiledJsonAnnotationProcessor");
    boolean compiled = compiler.getTask(null, null, null, options, null, List.of(file)).call();
    boolean ran = false;
    if (compiled) {
      URLClassLoader loader = new URLClassLoader(new URL[] {out.toUri().toURL()});
      for (Path path : (Iterable<Path>) Files.walk(out)::iterator) {
        String name = out.relativize(path).toString().replace('/', '.');
        if (name.endsWith(".class")) {
          Class.forName(name.substring(0, name.length() - 6), true, loader);
        }
      }
      ran = "2".equals(System.getProperty("1"));
    }
    System.out.println(
        "compiled: " + compiled + "; the class that came of it ran code in a field's name: " + ran);
    System.exit(ran ? 0 : 1);
  }
}
