package serbench.driver;

/** What formats may have trouble with, found in a value while it was digested. */
public final class Traits {
  /** Whether some u64 is above the largest i64. */
  public boolean hasHugeU64;

  /** Whether some key of a map holds the character NUL. */
  public boolean hasNulInKey;

  /** Whether some f32 or f64 is -0.0. */
  public boolean hasNegativeZero;

  /** Whether some f32 or f64 is NaN or infinite. */
  public boolean hasNonFinite;

  /** Whether some f32 is infinite. */
  public boolean hasInfiniteF32;

  void clear() {
    hasHugeU64 = false;
    hasNulInKey = false;
    hasNegativeZero = false;
    hasNonFinite = false;
    hasInfiniteF32 = false;
  }
}
