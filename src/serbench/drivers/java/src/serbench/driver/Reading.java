package serbench.driver;

import java.util.ArrayList;
import java.util.List;

/** How far values are read, null without a codec, and whether all are kept to the end. */
record Reading(Operation step, boolean keep) {
  private static final List<String> STEPS =
      List.of(Operation.DESERIALIZE.toString(), Operation.DECODE.toString());

  static Reading of(Request request) throws Refusal {
    if (!request.flag("codec", true)) {
      return new Reading(null, false);
    }
    String step = request.has("step") ? request.text("step") : STEPS.get(0);
    return new Reading(Operation.of(step, STEPS), request.flag("keep", false));
  }

  boolean withCodec() {
    return step != null;
  }

  /**
   * What makes the objects of one thread, whose values are `count`; null without a codec. Usually
   * that is the codec itself. All else is one lambda, for the compiler inlines no more than two
   * classes where values are read, and the codec must stay one of them.
   */
  Deserializer<?> by(Codec<?, ?, ?> codec, int count) {
    boolean decode = step == Operation.DECODE && codec.hasOwnModel();
    if (!decode && !keep) {
      return codec;
    }
    List<Object> kept = keep ? new ArrayList<>(count) : null;
    return bytes -> {
      Object made = decode ? codec.decode(bytes) : codec.deserialize(bytes);
      if (kept != null) {
        kept.add(made);
      }
      return made;
    };
  }
}
