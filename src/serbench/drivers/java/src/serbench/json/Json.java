package serbench.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Jackson's mapper as all JSON codecs use it. */
public final class Json {
  private Json() {}

  public static JsonMapper mapper() {
    // The limits guard servers from strangers; values here are the user's own.
    StreamReadConstraints reading =
        StreamReadConstraints.builder()
            .maxNestingDepth(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE)
            .build();
    StreamWriteConstraints writing =
        StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build();
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(reading)
            .streamWriteConstraints(writing)
            .build();
    return JsonMapper.builder(factory)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS) // a record may have no fields
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .addModule(EmptyNames.module())
        .build();
  }
}
