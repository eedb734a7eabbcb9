package serbench.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ResolvableSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.AccessPattern;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import serbench.driver.Told;
import serbench.driver.Values;

/**
 * Makes Jackson tell absent from null, as OpenAPI's module does for its JsonNullable: a field is
 * left out if there is no record, and is what the record holds, which may be null.
 * https://github.com/OpenAPITools/jackson-databind-nullable
 */
public final class AbsentFields {
  private AbsentFields() {}

  public static void in(ObjectMapper mapper, Values<?> values) {
    Set<Class<?>> told = values.told().stream().map(Told::record).collect(Collectors.toSet());
    if (told.isEmpty()) {
      return;
    }
    JsonInclude.Value present =
        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS);
    told.forEach(record -> mapper.configOverride(record).setIncludeAsProperty(present));
    mapper.registerModule(
        new SimpleModule("absent-fields")
            .setSerializerModifier(new Serializing(told))
            .setDeserializerModifier(new Deserializing(told)));
  }

  @SuppressWarnings("serial") // no mapper is serialized
  private static final class Serializing extends BeanSerializerModifier {
    private final Set<Class<?>> told;

    Serializing(Set<Class<?>> told) {
      this.told = told;
    }

    @Override
    public JsonSerializer<?> modifySerializer(
        SerializationConfig config, BeanDescription bean, JsonSerializer<?> serializer) {
      return told.contains(bean.getBeanClass()) ? new Writer(serializer) : serializer;
    }
  }

  @SuppressWarnings("serial")
  private static final class Deserializing extends BeanDeserializerModifier {
    private final Set<Class<?>> told;

    Deserializing(Set<Class<?>> told) {
      this.told = told;
    }

    @Override
    public JsonDeserializer<?> modifyDeserializer(
        DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> deserializer) {
      return told.contains(bean.getBeanClass())
          ? new Reader((BeanDeserializerBase) deserializer)
          : deserializer;
    }
  }

  /** Writes what the record holds, by what Jackson has for the record's field. */
  @SuppressWarnings("serial")
  private static final class Writer extends StdSerializer<Object> implements ResolvableSerializer {
    private final JsonSerializer<?> record;
    private final BeanPropertyWriter value;

    Writer(JsonSerializer<?> record) {
      super(Object.class);
      this.record = record;
      value = (BeanPropertyWriter) record.properties().next();
    }

    @Override
    public void resolve(SerializerProvider provider) throws JsonMappingException {
      ((ResolvableSerializer) record).resolve(provider);
    }

    @Override
    public void serialize(Object held, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      try {
        value.serializeAsElement(held, out, provider);
      } catch (Exception e) {
        wrapAndThrow(provider, e, held, value.getName());
      }
    }
  }

  @SuppressWarnings("serial")
  private static final class Reader extends StdDeserializer<Object>
      implements ResolvableDeserializer {
    private final BeanDeserializerBase record;
    private SettableBeanProperty value;

    Reader(BeanDeserializerBase record) {
      super(record.handledType());
      this.record = record;
    }

    @Override
    public void resolve(DeserializationContext context) throws JsonMappingException {
      record.resolve(context);
      value = record.properties().next();
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      Object held = getNullValue(context);
      value.deserializeAndSet(in, context, held);
      return held;
    }

    /** Of null, which stands for a record of null. */
    @Override
    public Object getNullValue(DeserializationContext context) throws JsonMappingException {
      try {
        return record.getValueInstantiator().createUsingDefault(context);
      } catch (JsonMappingException e) {
        throw e;
      } catch (IOException e) {
        throw JsonMappingException.fromUnexpectedIOE(e);
      }
    }

    @Override
    public AccessPattern getNullAccessPattern() {
      return AccessPattern.DYNAMIC;
    }
  }
}
