package serbench.driver;

/** The reference kernel of docs/protocol.md. */
final class Kernel {
  private static final int SOURCE = 32 << 10;
  private static final int HALF = SOURCE / 2;
  private static final int WRAP = 63 << 10;
  private static final int MARGIN = 80;
  private static final int REPETITIONS = 12;

  /** Else the time would tell what ran before: what is in the caches, which branches are learnt. */
  private static final int UNTIMED = 4;

  /** Some tens of milliseconds, after which it is compiled. */
  private static final int WARMING = 30;

  private final byte[] source = new byte[SOURCE];
  final byte[] target = new byte[64 << 10];

  long sum;
  int position;

  Kernel() {
    long x = 1;
    for (int i = 0; i < SOURCE; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
      source[i] = (byte) (x >>> 56);
    }
    for (int i = 0; i < WARMING; i++) {
      timeNs();
    }
  }

  /** The time of all repetitions but the untimed. */
  long timeNs() {
    repeat(UNTIMED);
    long start = System.nanoTime();
    repeat(REPETITIONS);
    return System.nanoTime() - start;
  }

  private void repeat(int times) {
    for (int i = 0; i < times; i++) {
      walk();
      Blackhole.consume(sum + position);
    }
  }

  void walk() {
    int first = 0;
    int second = HALF;
    sum = 0;
    position = 0;
    boolean goesOn = true;
    while (goesOn) {
      goesOn = false;
      if (HALF - first >= MARGIN) {
        first = step(first);
        goesOn = true;
      }
      if (SOURCE - second >= MARGIN) {
        second = step(second);
        goesOn = true;
      }
    }
  }

  /** Returns where the cursor goes. */
  private int step(int at) {
    int b = source[at] & 0xff;
    int next;
    if (b < 96) {
      varint((long) LITTLE_ENDIAN.get(source, at) >>> (b & 63));
      next = at + 3;
    } else if (b < 192) {
      int length = (b & 31) + 1;
      System.arraycopy(source, at, target, position, length);
      position += length;
      next = at + length;
    } else {
      int count = 0;
      while (count < 64 && source[at + count] != 0x22 && source[at + count] != 0x5c) {
        count++;
      }
      sum += count;
      next = at + count + 1;
    }
    if (position > WRAP) {
      position = 0;
    }
    return next;
  }

  private void varint(long number) {
    int at = position;
    while ((number & ~0x7fL) != 0) {
      target[at++] = (byte) (number | 0x80);
      number >>>= 7;
    }
    target[at++] = (byte) number;
    position = at;
  }

  private static final java.lang.invoke.VarHandle LITTLE_ENDIAN =
      java.lang.invoke.MethodHandles.byteArrayViewVarHandle(
          long[].class, java.nio.ByteOrder.LITTLE_ENDIAN);
}
