package serbench.json;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.util.ArrayList;
import java.util.List;

/** Makes Jackson write and read fields marked {@link EmptyName} under the empty name. */
final class EmptyNames {
  private EmptyNames() {}

  static SimpleModule module() {
    return new SimpleModule("empty-names")
        .setSerializerModifier(new Serializing())
        .setDeserializerModifier(new Deserializing());
  }

  /** Writes the marked field under the empty name. */
  private static final class Serializing extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
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

  /** Reads it. */
  private static final class Deserializing extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public BeanDeserializerBuilder updateBuilder(
        DeserializationConfig config, BeanDescription bean, BeanDeserializerBuilder builder) {
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
