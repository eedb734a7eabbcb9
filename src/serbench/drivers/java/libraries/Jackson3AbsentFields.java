package serbench.codecs;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Set;
import java.util.stream.Collectors;
import serbench.driver.Told;
import serbench.driver.Values;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.AccessPattern;

/** Makes Jackson 3 tell absent from null, as {@link serbench.json.AbsentFields} does Jackson 2. */
final class Jackson3AbsentFields {
  private Jackson3AbsentFields() {}

  static void in(JsonMapper.Builder mapper, Values<?> values) {
    Set<Class<?>> told = values.told().stream().map(Told::record).collect(Collectors.toSet());
    if (told.isEmpty()) {
      return;
    }
    JsonInclude.Value present =
        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS);
    told.forEach(
        record -> mapper.withConfigOverride(record, how -> how.setIncludeAsProperty(present)));
    mapper.addModule(
        new SimpleModule("absent-fields")
            .setSerializerModifier(new Serializing(told))
            .setDeserializerModifier(new Deserializing(told)));
  }

  @SuppressWarnings("serial") // no mapper is serialized
  private static final class Serializing extends ValueSerializerModifier {
    private final Set<Class<?>> told;

    Serializing(Set<Class<?>> told) {
      this.told = told;
    }

    @Override
    public ValueSerializer<?> modifySerializer(
        SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
      return told.contains(bean.getBeanClass()) ? new Writer(serializer) : serializer;
    }
  }

  @SuppressWarnings("serial")
  private static final class Deserializing extends ValueDeserializerModifier {
    private final Set<Class<?>> told;

    Deserializing(Set<Class<?>> told) {
      this.told = told;
    }

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return told.contains(bean.getBeanClass())
          ? new Reader((BeanDeserializerBase) deserializer)
          : deserializer;
    }
  }

  /** Writes what the record holds, by what Jackson has for the record's field. */
  @SuppressWarnings("serial")
  private static final class Writer extends StdSerializer<Object> {
    private final ValueSerializer<?> record;
    private final BeanPropertyWriter value;

    Writer(ValueSerializer<?> record) {
      super(Object.class);
      this.record = record;
      value = (BeanPropertyWriter) record.properties().next();
    }

    @Override
    public void resolve(SerializationContext context) {
      record.resolve(context);
    }

    @Override
    public void serialize(Object held, JsonGenerator out, SerializationContext context) {
      try {
        value.serializeAsElement(held, out, context);
      } catch (Exception e) {
        wrapAndThrow(context, e, held, value.getName());
      }
    }
  }

  @SuppressWarnings("serial")
  private static final class Reader extends StdDeserializer<Object> {
    private final BeanDeserializerBase record;
    private SettableBeanProperty value;

    Reader(BeanDeserializerBase record) {
      super(record.handledType());
      this.record = record;
    }

    @Override
    public void resolve(DeserializationContext context) {
      record.resolve(context);
      value = record.properties().next();
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) {
      Object held = getNullValue(context);
      value.deserializeAndSet(in, context, held);
      return held;
    }

    /** Of null, which stands for a record of null. */
    @Override
    public Object getNullValue(DeserializationContext context) {
      return record.getValueInstantiator().createUsingDefault(context);
    }

    @Override
    public AccessPattern getNullAccessPattern() {
      return AccessPattern.DYNAMIC;
    }
  }
}
