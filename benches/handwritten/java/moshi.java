package serbench.direct;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Moshi;
import okio.Buffer;
import serbench.data.Log;

/** https://github.com/square/moshi/blob/master/README.md */
final class MoshiDirect extends Direct.Plain {
  private final JsonAdapter<Log> adapter =
      new Moshi.Builder().build().adapter(Log.class).serializeNulls();
  private byte[] written;

  @Override
  public int encode(Log value) throws Exception {
    Buffer buffer = new Buffer();
    adapter.toJson(buffer, value);
    written = buffer.readByteArray();
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    return adapter.fromJson(new Buffer().write(bytes));
  }
}
