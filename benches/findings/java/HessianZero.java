// Hessian 4.0.66 writes -0.0 as 0.0.
// com.caucho:hessian:4.0.66
// run: java -cp ~/.m2/repository/com/caucho/hessian/4.0.66/hessian-4.0.66.jar benches/findings/java/HessianZero.java
// Prints: -0.0 is read as 0.0
import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

class HessianZero {
  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Hessian2Output out = new Hessian2Output(bytes);
    out.writeObject(-0.0);
    out.flush();
    ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
    double read = (Double) new Hessian2Input(in).readObject();
    System.out.println("-0.0 is read as " + read);
    System.exit(1 / read > 0 ? 0 : 1);
  }
}
