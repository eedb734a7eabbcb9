// ---
// library = "jackson"
// released = "2026-11-07"
// format = "yaml"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/FasterXML/jackson-dataformats-text/tree/2.x/yaml#readme"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JacksonYamlCodec"
// dependencies = [
//   "com.fasterxml.jackson.dataformat:jackson-dataformat-yaml:2.23.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "number"
// uuid = "string"
// bigint = "number"
// keys = "mapping"
// absent = "no member"
// ---
package serbench.codecs;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.yaml.snakeyaml.LoaderOptions;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** YAML by way of SnakeYAML. */
final class JacksonYamlCodec<V> extends JacksonCodec<V> {
  JacksonYamlCodec(Values<V> values) {
    super(values, Json.configured(mapper()));
  }

  /** Without SnakeYAML's limits, which guard servers from strangers. */
  private static YAMLMapper mapper() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setNestingDepthLimit(Integer.MAX_VALUE);
    return new YAMLMapper(YAMLFactory.builder().loaderOptions(options).build());
  }
}
