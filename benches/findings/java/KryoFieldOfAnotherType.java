// CompatibleFieldSerializer of Kryo 5.6.2, which is for classes that change, sets a field to an object of another
// class than the field's: here a Long, which the writer's class had, into a List. No error is thrown before the field
// is used, and then an error that is no exception.
// com.esotericsoftware:kryo:5.6.2
// run: r=~/.m2/repository; java -cp $r/com/esotericsoftware/kryo/5.6.2/kryo-5.6.2.jar:$r/com/esotericsoftware/minlog/1.3.1/minlog-1.3.1.jar:$r/org/objenesis/objenesis/3.4/objenesis-3.4.jar:$r/com/esotericsoftware/reflectasm/1.11.9/reflectasm-1.11.9.jar benches/findings/java/KryoFieldOfAnotherType.java
// Prints: read without an error
//   java.lang.IncompatibleClassChangeError: Class java.lang.Long does not implement the requested interface java.util.List
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
import java.util.List;

public class KryoFieldOfAnotherType {
  public static class Old {
    public Long id;
  }

  public static class New {
    public List<Long> id;
  }

  static Kryo kryo(Class<?> type) {
    Kryo kryo = new Kryo();
    kryo.setDefaultSerializer(CompatibleFieldSerializer.class);
    kryo.register(type, 20);
    kryo.register(java.util.ArrayList.class, 21);
    return kryo;
  }

  public static void main(String[] args) {
    Old old = new Old();
    old.id = 7L;
    Output out = new Output(100);
    kryo(Old.class).writeObject(out, old);
    New read = kryo(New.class).readObject(new Input(out.toBytes()), New.class);
    System.out.println("read without an error");
    try {
      System.out.println(read.id.size());
    } catch (IncompatibleClassChangeError error) {
      System.out.println(error);
      System.exit(0);
    }
    System.exit(1);
  }
}
