package serbench.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/**
 * Makes a mapper take java.time, by the module for it, as text of ISO 8601: most people switch
 * Jackson's numbers off, and with these a time with an offset of its own would lose it.
 * https://github.com/FasterXML/jackson-modules-java8/tree/2.x/datetime#readme
 */
public final class JavaTime {
  private JavaTime() {}

  /** Only of a schema with logical types: others have no such module on their class path. */
  public static void in(ObjectMapper mapper) {
    mapper.registerModule(new JavaTimeModule());
    mapper.disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    mapper.disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
    // Else what is read has the mapper's own offset, which is that of UTC.
    mapper.disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);
  }
}
