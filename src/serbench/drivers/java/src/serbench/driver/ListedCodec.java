package serbench.driver;

/** A codec of values with lists of entries, whose library does not take the plain values' maps. */
class ListedCodec<V, L> implements Codec<V, L, L> {
  private final Listing<V, L> listing;
  private final Codec<L, L, L> codec;

  private ListedCodec(Listing<V, L> listing, Codec<L, L, L> codec) {
    this.listing = listing;
    this.codec = codec;
  }

  static <V, L> Codec<V, L, L> of(Listing<V, L> listing, Codec<L, L, L> codec) {
    return codec instanceof Access accessing
        ? new Accessing<>(listing, codec, accessing)
        : new ListedCodec<>(listing, codec);
  }

  private static final class Accessing<V, L> extends ListedCodec<V, L> implements Access {
    private final Access accessing;

    Accessing(Listing<V, L> listing, Codec<L, L, L> codec, Access accessing) {
      super(listing, codec);
      this.accessing = accessing;
    }

    @Override
    public long access(byte[] bytes) throws Exception {
      return accessing.access(bytes);
    }
  }

  @Override
  public L populate(V value) {
    return listing.populate(value);
  }

  @Override
  public void encode(L input, Buffer out) throws Exception {
    codec.encode(input, out);
  }

  @Override
  public void encodeFresh(L input, Buffer out) throws Exception {
    codec.encodeFresh(input, out);
  }

  @Override
  public L decode(byte[] bytes) throws Exception {
    return codec.decode(bytes);
  }

  @Override
  public V convert(L output) {
    return listing.convert(output);
  }

  @Override
  public long read(byte[] bytes) throws Exception {
    return codec.read(bytes);
  }

  @Override
  public String cannotHold(Traits traits) {
    return codec.cannotHold(traits);
  }
}
