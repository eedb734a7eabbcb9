package serbench.codecs;

import java.util.ArrayList;
import java.util.List;
import serbench.json.EmptyName;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.deser.BeanDeserializerBuilder;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.util.NameTransformer;

/** Makes Jackson 3 write and read fields marked {@link EmptyName} under the empty name. */
final class Jackson3EmptyNames {
  private Jackson3EmptyNames() {}

  static JacksonModule module() {
    return new SimpleModule("empty-names")
        .setSerializerModifier(new Serializing())
        .setDeserializerModifier(new Deserializing());
  }

  private static final class Serializing extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config,
        BeanDescription.Supplier bean,
        List<BeanPropertyWriter> properties) {
      NameTransformer toEmpty =
          new NameTransformer() {
            @Override
            public String transform(String name) {
              return "";
            }

            @Override
            public String reverse(String name) {
              return name;
            }
          };
      properties.replaceAll(p -> p.getAnnotation(EmptyName.class) == null ? p : p.rename(toEmpty));
      return properties;
    }
  }

  private static final class Deserializing extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public BeanDeserializerBuilder updateBuilder(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        BeanDeserializerBuilder builder) {
      List<SettableBeanProperty> marked = new ArrayList<>();
      builder
          .getProperties()
          .forEachRemaining(
              p -> {
                if (p.getAnnotation(EmptyName.class) != null) {
                  marked.add(p);
                }
              });
      for (SettableBeanProperty p : marked) {
        builder.removeProperty(p.getFullName());
        builder.addProperty(p.withSimpleName(""));
      }
      return builder;
    }
  }
}
