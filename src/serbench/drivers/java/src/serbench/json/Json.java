package serbench.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Jackson's mappers as all codecs use them. */
public final class Json {
  private Json() {}

  public static JsonMapper mapper() {
    return configured(new JsonMapper());
  }

  /** A mapper of any of Jackson's formats that writes wire names. */
  public static <M extends ObjectMapper> M configured(M mapper) {
    mapper.registerModule(EmptyNames.module());
    mapper.registerModule(U64.keys());
    return bare(mapper);
  }

  /** A mapper of a format without names. */
  public static <M extends ObjectMapper> M bare(M mapper) {
    // The limits guard servers from strangers; values here are the user's own.
    JsonFactory factory = mapper.getFactory();
    factory.setStreamReadConstraints(
        StreamReadConstraints.builder()
            .maxNestingDepth(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE)
            .build());
    factory.setStreamWriteConstraints(
        StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build());
    mapper.disable(SerializationFeature.FAIL_ON_EMPTY_BEANS); // a record may have no fields
    mapper.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
    return mapper;
  }
}
